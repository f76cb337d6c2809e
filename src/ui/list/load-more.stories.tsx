import type { Meta, StoryObj } from "@storybook/react-vite";
import { useRef, useState } from "react";
import { LoadMore } from "./load-more.tsx";

const none = { current: null };

export default {
  component: LoadMore,
  args: {
    label: "Load more books",
    rows: none,
    count: 20,
    hasMore: true,
    isLoading: false,
    onLoad: () => Promise.resolve(),
  },
} satisfies Meta<typeof LoadMore>;
type Story = StoryObj<typeof LoadMore>;

export const Ready: Story = {};
export const Loading: Story = { args: { isLoading: true } };
export const Failed: Story = { args: { error: new Error("relation is missing") } };

/** Three pages of rows, the next one after a moment. */
export const Pages: Story = {
  render: function Pages({ label }) {
    const list = useRef<HTMLUListElement>(null);
    const [count, setCount] = useState(4);
    const [isLoading, setLoading] = useState(false);

    async function load() {
      setLoading(true);
      await new Promise((resolve) => setTimeout(resolve, 300));
      setCount(count + 4);
      setLoading(false);
    }

    return (
      <>
        <ul ref={list} className="grid gap-2">
          {Array.from({ length: count }, (_, row) => (
            <li key={row}>
              <a href="#row" className="underline" translate="no">{`Row ${row + 1}`}</a>
            </li>
          ))}
        </ul>
        <LoadMore
          label={label}
          rows={list}
          count={count}
          hasMore={count < 12}
          isLoading={isLoading}
          onLoad={load}
        />
      </>
    );
  },
};
