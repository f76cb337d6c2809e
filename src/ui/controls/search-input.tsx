import { useCallback, useEffect, useRef, type RefObject } from "react";
import { useTranslation } from "react-i18next";
import { CloseIcon, SearchIcon } from "../icons.ts";
import { ControlFrame } from "./control-frame.tsx";
import "./search-input.css";

type SearchInputProps = {
  /** What is searched for now, by the URL. */
  value: string;
  /** The text to search for, once the person paused. */
  onChange: (text: string) => void;
  /** Its accessible name; "Search" unless told. */
  label?: string;
  /** How long a pause ends the typing, in milliseconds. */
  delay?: number;
  /** In characters (UTF-16 code units). */
  maxLength?: number;
  /** What else the URL says and a search keeps, for who has no JavaScript. */
  kept?: Readonly<Record<string, string>>;
  ref?: RefObject<HTMLInputElement | null>;
};

/**
 * Searches while one types (specification, "Shared interface pieces"). Enter searches at once; Escape clears first, and
 * only then does what it would do around it. Without JavaScript it is a form that sends `searchTerm`.
 */
export function SearchInput({
  value,
  onChange,
  label,
  delay = 300,
  maxLength = 200,
  kept = {},
  ref,
}: SearchInputProps) {
  const { t } = useTranslation("components");
  const own = useRef<HTMLInputElement>(null);
  const inputRef = ref ?? own;
  const { schedule, flush } = useTypedText({ inputRef, value, onChange, delay });

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
      {Object.entries(kept).map(([name, text]) => (
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
            className="control-adornment search-clear"
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
          className="control-input search-input w-full"
          defaultValue={value}
          placeholder={t("search.placeholder")}
          aria-label={label ?? t("search.label")}
          maxLength={maxLength}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          dir="auto"
          enterKeyHint="search"
          // What an input method is still composing is not yet a word to search for.
          onInput={(event) => !(event.nativeEvent as InputEvent).isComposing && schedule()}
          onCompositionEnd={schedule}
          onKeyDown={onKeyDown}
        />
      </ControlFrame>
    </form>
  );
}

type TypedText = Required<Pick<SearchInputProps, "value" | "onChange" | "delay">> & {
  inputRef: RefObject<HTMLInputElement | null>;
};

/**
 * The input holds its own text, so that what is typed before the page is alive, or while an answer is on its way, is
 * never overwritten. A value from outside (Back, Clear) is shown unless someone is typing.
 */
function useTypedText({ inputRef, value, onChange, delay }: TypedText) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // Texts that went out and have not come back as the value.
  const sent = useRef<string[]>([]);
  const known = useRef(value);

  function flush() {
    clearTimeout(timer.current);
    timer.current = undefined;
    const text = inputRef.current?.value ?? "";
    if (text === (sent.current.at(-1) ?? value)) return;
    sent.current.push(text);
    onChange(text);
  }

  // When the pause is over, the newest props count.
  const latest = useRef(flush);
  useEffect(() => {
    latest.current = flush;
  });

  const schedule = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => latest.current(), delay);
  }, [delay]);

  useEffect(() => {
    if (inputRef.current?.value !== known.current) schedule();
    return () => clearTimeout(timer.current);
  }, [inputRef, schedule]);

  useEffect(() => {
    if (value === known.current) return;
    known.current = value;
    const arrived = sent.current.indexOf(value);
    if (arrived >= 0) {
      sent.current.splice(0, arrived + 1);
    } else if (timer.current === undefined && inputRef.current) {
      sent.current = [];
      inputRef.current.value = value;
    }
  }, [inputRef, value]);

  return { schedule, flush };
}
