/* The features that overlays use and this browser lacks. */

/** Safari's anchor positioning is not used: see popover.css. */
export const lacksAnchors = !CSS.supports("(position-area: block-end) and (not (-webkit-nbsp-mode: normal))");
export const lacksCommands = !("commandForElement" in HTMLButtonElement.prototype);
export const lacksClosedBy = !("closedBy" in HTMLDialogElement.prototype);
