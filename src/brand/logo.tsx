import type { ComponentProps } from "react";

/** In the accent color by default. */
export function Logo({ className = "size-6", ...props }: ComponentProps<"svg">) {
  return (
    <svg
      viewBox="0 0 24 24"
      fill="currentColor"
      aria-hidden
      className={`text-accent ${className}`}
      {...props}
    >
      <path d="M12.6 1.5H18a3 3 0 0 1 3 3V18a1.5 1.5 0 0 1-1.5 1.5H16.5V8.6C16.5 5.4 15.2 3 12.6 1.5Z" />
      <path
        fillRule="evenodd"
        d="M4.5 1.5C10.8 1.5 15 4 15 8.6V22.5C13 20.5 9.5 19.5 4.5 19.5A1.5 1.5 0 0 1 3 18V3A1.5 1.5 0 0 1 4.5 1.5ZM5 3.52V17.52C8.2 17.6 10.9 18.05 13 18.95V8.6C13 5.5 10 3.65 5 3.52Z"
      />
    </svg>
  );
}
