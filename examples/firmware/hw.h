// The registers of the controller, at their addresses.
#ifndef HW_H
#define HW_H

#include <stdint.h>

struct uart_registers {
  volatile uint32_t status;
  volatile uint32_t data;
};
#define UART ((struct uart_registers *)0x40004400u)
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
#define CAN ((struct can_registers *)0x40006400u)
#define CAN_RECEIVED (1u << 0)
#define CAN_MAY_SEND (1u << 2)

struct adc_registers {
  volatile uint32_t current; // 12 bits, 2048 is no current
};
#define ADC ((struct adc_registers *)0x40012400u)

struct bridge_registers {
  volatile uint32_t control;
  volatile uint32_t duty; // 0 .. BRIDGE_PERIOD; more destroys the transistors
};
#define BRIDGE ((struct bridge_registers *)0x40012c00u)
#define BRIDGE_ON (1u << 0)
#define BRIDGE_REVERSE (1u << 1)
#define BRIDGE_PERIOD 2000u

#endif
