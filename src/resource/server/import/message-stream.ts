import type { ImportMessage, ImportProgress } from "../../csv/import-schema.ts";

const progressIntervalMs = 100;

/**
 * The response to a check or a write: a stream of lines of JSON. There is no backpressure: the unread lines of a slow
 * client are few.
 */
export function createMessageStream(onCancel: () => void) {
  let isOpen = true;
  let lastProgressAt = -Infinity;
  let controller: ReadableStreamDefaultController<Uint8Array>;
  const stream = new ReadableStream<Uint8Array>({
    start(streamController) {
      controller = streamController;
    },
    cancel() {
      isOpen = false;
      onCancel();
    },
  });
  const send = (message: ImportMessage) => {
    if (isOpen) controller.enqueue(Buffer.from(`${JSON.stringify(message)}\n`));
  };
  return {
    stream,
    sendProgress(progress: ImportProgress) {
      const now = performance.now();
      // The end of a step is always sent: after the last step the screen disables Cancel.
      if (progress.done < 1 && now - lastProgressAt < progressIntervalMs) return;
      lastProgressAt = now;
      send({ progress });
    },
    end(message: ImportMessage | undefined) {
      if (message) send(message);
      if (isOpen) controller.close();
      isOpen = false;
    },
  };
}
