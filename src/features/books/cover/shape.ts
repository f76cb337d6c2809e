/** A cover's width divided by its height, as cover.css has it. */
export const coverShape = 5 / 8;
