import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { matchingOptions, type ListedOption } from "./options.ts";
import type { SelectFieldProps } from "./props.ts";

/**
 * Lets Enter choose the first option for what was typed though the options are still on their way: it is chosen when
 * they came, also where the field has been left meanwhile.
 */
export function useEnter(
  { options, allowCustom, onSearch, isLoading = false }: SelectFieldProps,
  /** Gets `undefined` where nothing is offered. */
  choose: (option: ListedOption | undefined) => void,
) {
  const { i18n } = useTranslation();
  const [entered, setEntered] = useState<string>();
  const isWaiting = useRef(false);

  function wait(text: string | undefined) {
    isWaiting.current = text !== undefined;
    setEntered(text);
  }

  const answer = useEffectEvent((text: string) => {
    wait(undefined);
    const search = { text, language: i18n.language, allowCustom, isSearched: !!onSearch };
    choose(matchingOptions(options, search).find(({ disabled }) => !disabled));
  });
  useEffect(() => {
    if (entered !== undefined && !isLoading) answer(entered);
  }, [entered, isLoading]);

  return {
    /** Whether an Enter waits for its options. */
    isWaiting,
    press: (text: string) => wait(text),
    takeBack: () => wait(undefined),
  };
}
