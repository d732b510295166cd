"""BenchExec's tool-info module for llumc: `tool="llumc.tool"`, with this file's grandparent
folder in PYTHONPATH (see README.md there)."""

import benchexec.result as result
import benchexec.tools.template
from benchexec.tools.sv_benchmarks_util import ILP32, LP64, get_data_model_from_task


class Tool(benchexec.tools.template.BaseTool2):
    """Calls `llumc check` and reads its JSON."""

    REQUIRED_PATHS = ["llumc-c"]

    def executable(self, tool_locator):
        return tool_locator.find_executable("llumc", subdir="target/release")

    def version(self, executable):
        return self._version_from_tool(executable, line_prefix="llumc")

    def name(self):
        return "LLUMC"

    def cmdline(self, executable, options, task, rlimits):
        words = [executable, "check", "--format", "json", "--quiet"]
        if task.property_file:
            words += ["--property", task.property_file]
        model = get_data_model_from_task(task, {ILP32: "-m32", LP64: "-m64"})
        if model and model not in options:
            words.append(model)
        # It stops by itself a little earlier, and says how far it got.
        limit = rlimits.walltime or rlimits.cputime
        if limit and not any(word.startswith("--timeout") for word in options):
            words += ["--timeout", str(max(1, limit - 1))]
        return [*words, *options, *task.input_files]

    def determine_result(self, run):
        verdict = self.get_value_from_output(run.output, "verdict")
        if verdict is None:
            if run.was_timeout:
                return result.RESULT_TIMEOUT
            what = {3: "input", 4: "internal"}.get(run.exit_code.value, "no verdict")
            return f"{result.RESULT_ERROR} ({what})"
        if verdict == "unknown":
            if run.output.any_line_contains("the time limit passed"):
                return result.RESULT_TIMEOUT
            if run.output.any_line_contains("the memory limit was hit"):
                return "OUT OF MEMORY"
            return result.RESULT_UNKNOWN
        # Of several properties that are violated the first counts.
        kind, _, properties = verdict.rstrip(")").partition("(")
        first = properties.split(",")[0].strip()
        return f"{kind}({first})" if first else kind

    def get_value_from_output(self, output, identifier):
        """The value of the first key with this name in the JSON."""
        start = f'"{identifier}":'
        for line in output:
            if line.strip().startswith(start):
                return line.strip()[len(start) :].strip().rstrip(",").strip('"')
        return None
