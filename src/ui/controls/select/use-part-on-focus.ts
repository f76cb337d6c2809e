import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type ComponentType,
  type KeyboardEvent,
  type MouseEvent,
} from "react";
import { flushSync } from "react-dom";
import type { ListedOption } from "./options.ts";
import type { SelectFieldProps } from "./props.ts";
import { useEnter } from "./use-enter.ts";

/** What a person had begun before the part was there, for it to go on with. */
export type Begun = {
  /** What was typed. */
  text: string | undefined;
  caret: number;
  /** Whether the list was asked for: by a press, an arrow key, or by typing. */
  isOpen: boolean;
  isFocused: boolean;
};

type LoadedPart<Props> = { Part: ComponentType<Props & { begun: Begun }>; begun: Begun };

export type PartOnFocus = ReturnType<typeof usePartOnFocus>;

type FieldStart<Props> = {
  /** What the input shows when nobody types. */
  label: string;
  load: () => Promise<LoadedPart<Props>["Part"]>;
  choose: (option: ListedOption) => void;
};

/**
 * Loads the part that makes a field out of a plain input as soon as somebody points at the input, and puts it in the
 * input's place when the focus is there. Nothing is lost that was typed, pressed or is being composed meanwhile: the
 * keys do what they would do with the part. If it can't be loaded, the next focus tries again.
 */
export function usePartOnFocus<Props extends SelectFieldProps>(
  props: Props,
  { label, load, choose }: FieldStart<Props>,
) {
  const { id, onSearch } = props;
  const [part, setPart] = useState<LoadedPart<Props>>();
  const [text, setText] = useState<string>();
  const isOpen = useRef(false);
  const isComposing = useRef(false);
  const shown = useRef(label);
  useLayoutEffect(() => {
    shown.current = label;
  }, [label]);
  const enter = useEnter(props, (option) => {
    if (option) choose(option);
    restart();
    void takeOver();
  });

  function type(next: string) {
    enter.takeBack();
    setText(next);
    onSearch?.(next);
  }

  /** Takes back what was typed and not chosen. */
  function restart() {
    isOpen.current = false;
    enter.takeBack();
    if (text === undefined) return;
    setText(undefined);
    onSearch?.("");
  }

  async function takeOver() {
    const Part = await load().catch(() => undefined);
    // The press that gave the focus has to end first: its input must not vanish beneath it.
    await new Promise(requestAnimationFrame);
    const input = document.getElementById(id);
    const isBusy = isComposing.current || enter.isWaiting.current;
    if (!Part || isBusy || !(input instanceof HTMLInputElement)) return;
    const typed = input.value === shown.current ? undefined : input.value;
    const begun = {
      text: typed,
      caret: input.selectionStart ?? 0,
      isFocused: document.activeElement === input,
      isOpen: isOpen.current || typed !== undefined,
    };
    flushSync(() => setPart({ Part, begun }));
  }

  // The focus may have been there before the page came to life.
  const takeUp = useEffectEvent(() => {
    if (document.activeElement?.id === id) void takeOver();
  });
  useEffect(() => takeUp(), []);

  return {
    part,
    input: {
      id,
      value: text ?? label,
      onChange: (event: React.ChangeEvent<HTMLInputElement>) => type(event.currentTarget.value),
      onPointerEnter: () => void load().catch(() => undefined),
      onMouseDown: (event: MouseEvent<HTMLInputElement>) => {
        isOpen.current = true;
        selectText(event);
      },
      onFocus: () => void takeOver(),
      onBlur: () => {
        if (!enter.isWaiting.current) restart();
      },
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key === "ArrowDown" || event.key === "ArrowUp") isOpen.current = true;
        if (event.key === "Escape") restart();
        if (event.key !== "Enter" || isComposing.current) return;
        // What is half typed is no answer yet, and nobody has seen yet what an arrow key asked for.
        if (text !== undefined || isOpen.current) event.preventDefault();
        if (text !== undefined) enter.press(text);
      },
      onCompositionStart: () => {
        isComposing.current = true;
      },
      onCompositionEnd: () => {
        isComposing.current = false;
        void takeOver();
      },
    },
  };
}

/** The press that comes into a field marks its text, so that typing replaces it. */
export function selectText(event: MouseEvent<HTMLInputElement>): void {
  const input = event.currentTarget;
  if (document.activeElement === input) return;
  event.preventDefault();
  input.focus();
  input.select();
}
