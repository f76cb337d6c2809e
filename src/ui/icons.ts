import { createElement, type ComponentProps } from "react";

/** An icon of one path in a 24 × 24 view box. Without JSX, so that Node can load feature.ts files. */
function icon(path: string, className?: string) {
  return (props: ComponentProps<"svg">) =>
    createElement(
      "svg",
      {
        viewBox: "0 0 24 24",
        fill: "none",
        stroke: "currentColor",
        strokeWidth: 1.75,
        strokeLinecap: "round",
        strokeLinejoin: "round",
        "aria-hidden": true,
        ...props,
      },
      createElement("path", { d: path, className }),
    );
}

/** An icon that is mirrored in right-to-left languages. */
function directionalIcon(path: string) {
  return icon(path, "rtl:origin-center rtl:-scale-x-100");
}

export const ColumnsIcon = icon("M4 5h16v14H4zM9.4 5v14M14.7 5v14");
export const ViewIcon = icon("M7 4h10v16l-5-4-5 4V4Z"); // optional: views
export const AlertIcon = icon("M12 4 2.8 20h18.4L12 4ZM12 10v4.5M12 17.3v.2");
export const CheckIcon = icon("m5 12.5 4.5 4.5L19 7");
export const GlobeIcon = icon(
  "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM3.3 12h17.4M12 3c2.6 2.4 3.9 5.4 3.9 9s-1.3 6.6-3.9 9c-2.6-2.4-3.9-5.4-3.9-9S9.4 5.4 12 3Z",
);
export const SystemIcon = icon("M4 5h16v11H4zM9 20h6M12 16v4");
const SunIcon = icon(
  "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4",
);
const MoonIcon = icon("M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5Z");
export const HomeIcon = icon("M4 11 12 4l8 7v9h-5.5v-5.5h-5V20H4v-9Z");
export const BookIcon = icon(
  "M6 3.5h12v17H6a2 2 0 0 1-2-2v-13a2 2 0 0 1 2-2ZM4 18.5a2 2 0 0 1 2-2h12M8.5 7.5h6",
);
export const PersonIcon = icon(
  "M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM4.5 20.5c.8-3.7 3.6-5.5 7.5-5.5s6.7 1.8 7.5 5.5",
);
// optional: dashboard
export const ChartIcon = icon("M4 20.5h16M7 17v-5M12 17V5M17 17V9");
/** Upwards. */
export const TrendIcon = icon("m4 17 6-6 4 4 6-8M15 7h5v5");
// end: dashboard
export const ActivityIcon = icon("M3 12h4l3-7 4 14 3-7h4"); // optional: activity
export const SignOutIcon = directionalIcon("M10 4H5v16h5M15 8l4 4-4 4M19 12H9");
export const BackIcon = directionalIcon("m14 6-6 6 6 6");
export const SwitchIcon = icon("M7 4 3.5 7.5 7 11M3.5 7.5h14M17 13l3.5 3.5L17 20M20.5 16.5h-14");
export const ChevronDownIcon = icon("m6 9 6 6 6-6");
export const CloseIcon = icon("m6 6 12 12M18 6 6 18");
export const SearchIcon = icon("M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13ZM15.5 15.5 20.5 20.5");
export const PlusIcon = icon("M12 5v14M5 12h14");
export const MinusIcon = icon("M5 12h14");
export const CalendarIcon = icon("M4 6h16v14H4zM4 10.5h16M8.5 3.5V8M15.5 3.5V8");
export const UploadIcon = icon("M12 16V4M7 9l5-5 5 5M4 15v5h16v-5");
export const FileIcon = icon("M6 3.5h8l4 4v13H6zM14 3.5V8h4");
/** Three dots: more actions. */
export const MoreIcon = icon("M5 12h.01M12 12h.01M19 12h.01");
export const ArrowUpIcon = icon("M12 19V5M6.5 10.5 12 5l5.5 5.5");
export const ArrowDownIcon = icon("M12 5v14M6.5 13.5 12 19l5.5-5.5");
export const SidebarIcon = directionalIcon("M4 5h16v14H4zM9.5 5v14");
export const EditIcon = icon("m14.5 5.5 4 4L8 20H4v-4L14.5 5.5ZM12.5 7.5l4 4");
export const TrashIcon = icon("M4.5 7h15M9.5 7V4h5v3M6.5 7l1 13h9l1-13M10 11v5M14 11v5");
export const InfoIcon = icon("M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM12 11v5.5M12 7.7v.2");
export const SuccessIcon = icon("M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM8 12.3l2.8 2.8L16 9.5");
export const BlockIcon = icon("M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM5.7 5.7l12.6 12.6");
export const ForwardIcon = directionalIcon("m10 6 6 6-6 6");
export const CopyIcon = icon("M9 9h11v11H9zM15 5.5V4H4v11h1.5");
export const ChevronUpIcon = icon("m6 15 6-6 6 6");
export const TagIcon = icon("M4 4h8l8 8-8 8-8-8ZM8.5 8.4v.2");
export const PhoneIcon = icon("M7 3h10v18H7zM11 18h2");
// optional: passkeys
export const PasskeyIcon = icon(
  "M8 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM2.5 20c0-3.3 2.4-5.5 5.5-5.5 1.5 0 2.9.5 3.9 1.4M17.5 7a3.5 3.5 0 0 0-1.5 6.7V20l1.5 1.5L19.5 20l-1-1.5 1-1.5-1-1.5v-1.8A3.5 3.5 0 0 0 17.5 7ZM17.5 10v.2",
);
// end: passkeys
export const DownloadIcon = icon("M12 4v12M7 11l5 5 5-5M4 15v5h16v-5");
export const KeyboardIcon = icon("M3 6h18v12H3zM7 10v.2M11 10v.2M15 10v.2M17 14v.2M7 14v.2M10 14h4");

export const themeIcons = { system: SystemIcon, light: SunIcon, dark: MoonIcon };
