import "react";

/* Invoker commands (HTML, "the command attribute"), which React's types do not know yet. */
declare module "react" {
  interface ButtonHTMLAttributes<T> {
    command?: "show-modal" | "close";
    commandfor?: string;
  }
}
