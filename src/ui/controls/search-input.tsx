import { useCallback, useEffect, useRef, type RefObject } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { CloseIcon, SearchIcon } from "../icons.ts";
import { ControlFrame } from "./control-frame.tsx";

type SearchInputProps = {
  /** The current search term of the URL. */
  value: string;
  /** Called with the search term when the user pauses. */
  onChange: (text: string) => void;
  /** The accessible name; "Search" by default. */
  label?: string;
  delayMs?: number;
  /** In characters (UTF-16 code units). */
  maxLength?: number;
  /** Other search parameters to keep, for browsers without JavaScript. */
  keptParams?: Readonly<Record<string, string>>;
  ref?: RefObject<HTMLInputElement | null>;
};

/**
 * Searches while the user types (specification, "Shared interface pieces"). Enter searches immediately; Escape clears a
 * filled input. Without JavaScript it is a form that submits `searchTerm`.
 */
export function SearchInput({
  value,
  onChange,
  label,
  delayMs = 300,
  maxLength = 200,
  keptParams = {},
  ref,
}: SearchInputProps) {
  const { t } = useTranslation("components");
  const ownRef = useRef<HTMLInputElement>(null);
  const inputRef = ref ?? ownRef;
  const { schedule, flush } = useUncontrolledText(inputRef, { value, onChange, delayMs });

  function clear() {
    if (!inputRef.current) return;
    inputRef.current.value = "";
    inputRef.current.focus();
    flush();
  }

  function onKeyDown(event: React.KeyboardEvent<HTMLInputElement>) {
    if (event.key !== "Escape" || !event.currentTarget.value || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    clear();
  }

  return (
    <form
      role="search"
      aria-label={label ?? t("search.label")}
      className="w-full"
      onSubmit={(event) => {
        event.preventDefault();
        flush();
      }}
    >
      {Object.entries(keptParams).map(([name, text]) => (
        <input key={name} type="hidden" name={name} value={text} />
      ))}
      <ControlFrame
        start={
          <span className="control-adornment -me-3">
            <SearchIcon className="size-5" />
          </span>
        }
        end={
          <button
            type="button"
            className="control-adornment peer-placeholder-shown:invisible"
            aria-label={t("search.clear")}
            onClick={clear}
          >
            <CloseIcon className="size-4" />
          </button>
        }
      >
        <input
          ref={inputRef}
          type="search"
          name="searchTerm"
          // The clear button has an accessible name, unlike the browser's. Typed text has its own direction; the
          // placeholder has the page's.
          className="control-input peer [&::-webkit-search-cancel-button]:hidden placeholder-shown:[direction:inherit]"
          defaultValue={value}
          placeholder={t("search.placeholder")}
          aria-label={label ?? t("search.label")}
          maxLength={maxLength}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          dir="auto"
          enterKeyHint="search"
          // Text that an input method is still composing is incomplete.
          onInput={(event) => !(event.nativeEvent as InputEvent).isComposing && schedule()}
          onCompositionEnd={schedule}
          onKeyDown={onKeyDown}
        />
      </ControlFrame>
    </form>
  );
}

/**
 * The input is uncontrolled, so that text typed before hydration or during a search is never overwritten. A value from
 * outside (Back, Clear) is shown unless the user is typing.
 */
function useUncontrolledText(
  inputRef: RefObject<HTMLInputElement | null>,
  { value, onChange, delayMs }: Pick<SearchInputProps, "value" | "onChange" | "delayMs">,
) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // Search terms passed to `onChange` that haven't become the value yet.
  const sent = useRef<string[]>([]);

  function flush() {
    clearTimeout(timer.current);
    timer.current = undefined;
    const text = inputRef.current?.value ?? "";
    if (text === (sent.current.at(-1) ?? value)) return;
    sent.current.push(text);
    onChange(text);
  }

  // After the delay the latest props are used.
  const latest = useRef(flush);
  useEffect(() => {
    latest.current = flush;
  });

  const schedule = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => latest.current(), delayMs);
  }, [delayMs]);

  // Text may have been typed before hydration.
  useEffect(() => {
    if (inputRef.current?.value !== inputRef.current?.defaultValue) schedule();
    return () => clearTimeout(timer.current);
  }, [inputRef, schedule]);

  useEffect(() => {
    const index = sent.current.indexOf(value);
    if (index >= 0) {
      sent.current.splice(0, index + 1);
    } else if (timer.current === undefined && inputRef.current) {
      sent.current = [];
      inputRef.current.value = value;
    }
  }, [inputRef, value]);

  return { schedule, flush };
}
