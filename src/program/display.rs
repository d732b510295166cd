//! Printing a program for people.
