/** A point in CSS pixels from the top left of the viewport. */
export type Point = { x: number; y: number };

/** A window of a browser: the little that every engine's driver can do. `WindowPage` builds on it. */
export type BrowserWindow = {
  goto(url: string): Promise<void>;
  /** Runs a function in the page, with arguments and a result that JSON can represent. */
  evaluate<Args extends unknown[], Result>(
    run: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ): Promise<Result>;
  /** Runs a classic script in the page. */
  runScript(source: string): Promise<void>;
  back(): Promise<void>;
  /** Moves the mouse to the first point, presses its button, moves on to the others and releases it. */
  drag(points: Point[]): Promise<void>;
  moveMouse(point: Point): Promise<void>;
  /** @param keys names of `KeyboardEvent.key`: all but the last are held meanwhile */
  press(...keys: string[]): Promise<void>;
  /** Types a text, key by key. */
  type(text: string): Promise<void>;
  /** Sets a cookie that scripts can't read. */
  setCookie(cookie: { name: string; value: string; url: string }): Promise<void>;
  setFile(selector: string, path: string): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  /** A picture of the viewport, as PNG. */
  screenshot(): Promise<Uint8Array>;
  /** Opens another window with the same cookies, in front of this one. */
  openWindow(): Promise<BrowserWindow>;
  bringToFront(): Promise<void>;
  /** Errors, violated policies and failed requests so far. */
  problems(): Promise<string[]>;
};

/** A running browser of one engine. */
export type EngineBrowser = {
  /** Opens a window that shares nothing with others. `close` also closes windows that were opened from it. */
  newSession(size: {
    width: number;
    height: number;
  }): Promise<{ window: BrowserWindow; close(): Promise<void> }>;
  close(): Promise<void>;
};
