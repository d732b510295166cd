//! What the page and its plots say, and that nothing from outside becomes HTML.

use roxmltree::{Document, Node};

use super::*;

fn run(verdict: &str, seconds: f64) -> Option<Run> {
    let outcome = match verdict {
        "true" => Outcome::True,
        "false" => Outcome::False,
        "wrong" => Outcome::Wrong,
        "disputed" => Outcome::Disputed,
        _ => Outcome::Open,
    };
    let (checked, depth) = (Some(true), Some(3));
    Some(Run { verdict: verdict.into(), outcome, checked, seconds, megabytes: 12.0, depth })
}

/// Engines, each with its runs on the same files.
fn comparison(engines: &[(&str, &[(&str, f64)])]) -> Comparison {
    let files = engines[0].1.len();
    let row = |file: usize| engines.iter().map(|it| run(it.1[file].0, it.1[file].1)).collect();
    Comparison {
        files: (0..files).map(|it| format!("f{it}.c")).collect(),
        engines: engines.iter().map(|it| it.0.to_owned()).collect(),
        timeout: 60.0,
        memory: 4096,
        problems: vec![],
        runs: (0..files).map(row).collect(),
    }
}

/// The plots of a page as trees.
fn plots(page: &str) -> Vec<&str> {
    let ends = page.match_indices("<svg").map(|(at, _)| &page[at..]);
    ends.map(|it| &it[..it.find("</svg>").expect("an end") + 6]).collect()
}

fn of_class<'a>(document: &'a Document<'_>, class: &str) -> Vec<Node<'a, 'a>> {
    let has = |it: &Node<'_, '_>| {
        it.attribute("class").is_some_and(|all| all.split(' ').any(|one| one == class))
    };
    document.descendants().filter(has).collect()
}

#[test]
fn what_is_wrong_stands_first() {
    let mut comparison = comparison(&[
        ("ic3", &[("true", 0.5), ("true", 1.0), ("false", 2.0)]),
        ("liar", &[("wrong", 0.1), ("disputed", 0.1), ("timeout", 60.0)]),
    ]);
    comparison.problems = vec!["Engines <disagree>".into()];
    let page = render(&comparison);
    let place = |what: &str| page.find(what).unwrap_or_else(|| panic!("no {what} in {page}"));
    assert!(place("1 contradiction") < place("<li>Engines &lt;disagree&gt;"));
    assert!(place("<li>Engines &lt;disagree&gt;") < place("<table"));
    assert!(page.contains("3 files, 2 engines; 60 s and 4096 MB for each run"));
    let row = |name: &str| {
        let start = place(&format!("<tr><th scope=\"row\">{name}</th>"));
        let row = &page[start..start + page[start..].find("</tr>").expect("an end")];
        let cells = row.split("<td class=\"numeric").skip(1);
        let cells = cells.map(|it| it.split(['>', '<']).nth(1).expect("a text").to_owned());
        cells.collect::<Vec<_>>()
    };
    assert_eq!(row("ic3"), ["3", "2", "1", "0", "0", "3.50"]);
    assert_eq!(row("liar"), ["0", "0", "0", "2", "1", "0.00"], "wrong answers solve nothing");
    assert!(page.contains("<span class=\"chip wrong\">‼ wrong, wrong"));
    assert!(page.contains("<span class=\"chip wrong\">‼ disputed, disputed"));
    assert!(page.contains("<span class=\"chip unmet\">– timeout"));
    // What is not solved has no time to be sorted by.
    assert!(page.contains("data-key=\"\">60.00") && page.contains("data-key=\"0.5\">0.50"));
}

#[test]
fn a_page_needs_nothing_else_and_is_structured() {
    let comparison = comparison(&[("a", &[("true", 0.5)]), ("b", &[("false", 0.5)])]);
    let page = render(&comparison);
    assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>\n"));
    assert!(page.contains("default-src 'none'"), "it may load nothing");
    assert!(!page.contains("://") && !page.contains("src="));
    assert!(page.contains("prefers-color-scheme: dark"));
    let heads = page.matches("<th").count() - page.matches("<thead").count();
    assert_eq!(page.matches("<th scope=").count(), heads, "each says what it is the head of");
    let plots = plots(&page);
    assert_eq!(plots.len(), 2, "the cactus plot, and b against a");
    let mut names = std::collections::BTreeSet::new();
    for plot in plots {
        let document = Document::parse(plot).expect("XML");
        let root = document.root_element();
        assert_eq!(root.attribute("role"), Some("img"));
        for name in root.attribute("aria-labelledby").expect("names").split(' ') {
            let named = document.descendants().find(|it| it.attribute("id") == Some(name));
            assert!(named.is_some_and(|it| it.text().is_some()), "{name}");
            assert!(names.insert(name.to_owned()), "{name} twice on the page");
        }
    }
}

#[test]
fn nothing_from_outside_becomes_html() {
    let evil = "</script><script>alert('x')</script><b onclick=\"\">&amp;";
    let mut comparison = comparison(&[("a", &[("true", 0.5)]), ("b", &[("timeout", 0.5)])]);
    comparison.files[0] = evil.into();
    comparison.engines = vec![evil.into(), format!("{evil}2")];
    comparison.problems = vec![evil.into()];
    comparison.runs[0][0].as_mut().expect("a run").verdict = evil.into();
    let page = render(&comparison);
    assert_eq!(page.matches("<script").count(), 1, "{page}");
    assert_eq!(page.matches("</script>").count(), 1);
    assert!(!page.contains("<b ") && !page.contains("onclick=\"\""));
    assert!(page.matches("&lt;script&gt;alert(&#39;x&#39;)").count() > 5);
    for plot in plots(&page) {
        Document::parse(plot).expect("XML");
    }
    Document::parse(&cactus_plot(&comparison)).expect("XML");
}

/// The wider band of the one is seen beside the other, and so is its larger marker.
#[test]
fn lines_that_coincide_are_both_seen() {
    let solved: &[(&str, f64)] = &[("true", 0.5), ("false", 1.0), ("true", 20.0)];
    let far: &[(&str, f64)] = &[("true", 0.1), ("false", 0.1), ("timeout", 60.0)];
    let same = comparison(&[("one", solved), ("two", solved), ("far", far)]);
    let svg = cactus::draw(&same);
    let document = Document::parse(&svg).expect("XML");
    let bands = of_class(&document, "band");
    assert_eq!(bands.len(), 1, "{svg}");
    assert!(bands[0].attribute("class").is_some_and(|it| it.contains("c0")));
    let lines: Vec<_> = document.descendants().filter(|it| it.has_tag_name("polyline")).collect();
    assert_eq!(bands[0].attribute("points"), lines[2].attribute("points"), "it lies below");
    let width = bands[0].attribute("stroke-width").and_then(|it| it.parse::<f64>().ok());
    assert!(width.is_some_and(|it| it > 4.0), "{width:?}");
    // Neither dashes nor shapes are the same.
    let dashes = |index: usize| lines[index].attribute("stroke-dasharray");
    assert!(dashes(1) != dashes(2) && dashes(2) != dashes(3) && dashes(1) != dashes(3));
    let tooltip = |node: &Node<'_, '_>| {
        node.children()
            .find(|it| it.has_tag_name("title"))
            .and_then(|it| it.text())
            .map(str::to_owned)
    };
    let points = of_class(&document, "hit");
    assert_eq!(points.len(), 8, "each point can be found");
    assert_eq!(
        points.iter().filter_map(tooltip).next().as_deref(),
        Some("one: 1 files, the last f0.c in 0.50 s\ntwo: 1 files, the last f0.c in 0.50 s")
    );
    assert_eq!(
        points.last().and_then(tooltip).as_deref(),
        Some("far: 2 files, the last f1.c in 0.10 s")
    );
    let apart = comparison(&[("one", solved), ("far", far)]);
    assert!(!cactus::draw(&apart).contains("class=\"band"));
}

#[test]
fn who_solves_nothing_is_in_the_legend() {
    let nothing = comparison(&[("ic3", &[("timeout", 60.0)]), ("bmc", &[("wrong", 0.5)])]);
    let svg = cactus::draw(&nothing);
    assert!(svg.contains("ic3 (0)") && svg.contains("bmc (0)"), "{svg}");
    assert!(svg.contains("no engine solves a file"));
    let one = comparison(&[("ic3", &[("true", 0.3)]), ("bmc", &[("wrong", 0.5)])]);
    let svg = cactus_plot(&one);
    assert!(svg.contains("ic3 (1)") && svg.contains("bmc (0)"), "{svg}");
    let document = Document::parse(&svg).expect("XML");
    let names: Vec<_> = of_class(&document, "name").iter().filter_map(|it| it.text()).collect();
    assert_eq!(names, ["ic3"]);
}

#[test]
fn what_is_not_solved_lies_on_the_line_of_the_timeout() {
    let pair = comparison(&[
        ("x", &[("true", 0.3), ("timeout", 60.0), ("false", 3.0), ("unknown", 1.0), ("true", 0.2)]),
        ("y", &[("true", 0.2), ("false", 5.0), ("wrong", 0.2), ("timeout", 60.0), ("true", 0.3)]),
    ]);
    let page = render(&pair);
    assert!(page.contains(
        "x is faster on 1 file, y on 1; only x solves 1, only y solves 1; neither solves 1."
    ));
    let plots = plots(&page);
    let document = Document::parse(plots[1]).expect("XML");
    let points = of_class(&document, "hit");
    assert_eq!(points.len(), 4, "what neither solves is not drawn");
    let place = |index: usize, name: &str| points[index].attribute(name).expect("a place");
    let limit = of_class(&document, "limit")[0].attribute("d").expect("a path");
    assert!(limit.contains(&format!("M{} ", place(1, "cx"))), "{limit}");
    assert!(limit.contains(&format!(" {}H", place(2, "cy"))), "{limit}");
    assert!(plots[1].contains("<title>f2.c\nx: false (3.00 s)\ny: wrong, wrong (0.20 s)</title>"));
    assert_eq!(plots[1].matches(">timeout<").count(), 2);
    // Two circles are true, two triangles false; and the legend.
    assert_eq!(of_class(&document, "c0").len(), 3);
    assert_eq!(of_class(&document, "c1").len(), 3);
}
