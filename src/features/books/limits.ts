/** The number of books on a carousel: what one row of a wide screen shows. */
export const carouselLimit = 6;
