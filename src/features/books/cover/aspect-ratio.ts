/** A cover's width divided by its height, as cover.css has it. */
export const coverAspectRatio = 5 / 8;
