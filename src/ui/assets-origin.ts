import { createContext } from "react";

/** The origin of a CDN from which pages load stored files (ASSETS_URL); empty without one. */
export const AssetsOrigin = createContext("");
