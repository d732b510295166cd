// The registers of the controller. The linker puts them at their addresses (hw.ld).
#ifndef HW_H
#define HW_H

#include <stdint.h>

struct uart_registers {
  volatile uint32_t status;
  volatile uint32_t data;
};
extern struct uart_registers UART;
#define UART_RECEIVED (1u << 5)

struct can_registers {
  volatile uint32_t status;
  volatile uint32_t receive_id;
  volatile uint32_t receive_length;
  volatile uint32_t receive_data[2];
  volatile uint32_t release; // any write frees the frame that was received
  volatile uint32_t send_id;
  volatile uint32_t send_length;
  volatile uint32_t send_data[2];
};
extern struct can_registers CAN;
#define CAN_RECEIVED (1u << 0)
#define CAN_MAY_SEND (1u << 2)

struct adc_registers {
  volatile uint32_t current; // 12 bits, 2048 is no current
};
extern struct adc_registers ADC;

struct bridge_registers {
  volatile uint32_t control;
  volatile uint32_t duty; // 0 .. BRIDGE_PERIOD; more destroys the transistors
};
extern struct bridge_registers BRIDGE;
#define BRIDGE_ON (1u << 0)
#define BRIDGE_REVERSE (1u << 1)
#define BRIDGE_PERIOD 2000u

#endif
