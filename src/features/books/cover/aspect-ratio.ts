/** A cover's width divided by its height, as in cover.css. */
export const coverAspectRatio = 5 / 8;
