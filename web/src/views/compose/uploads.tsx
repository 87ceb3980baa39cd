import { type Signal, useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { errorText } from "../../api/error-text";
import { Icon } from "../../ui/icon";
import { words } from "../../words/en";
import { loadDeferred } from "../lazy/lazy-views";

/** An upload in progress. */
interface Upload {
  readonly key: number;
  readonly name: string;
  /** From 0 to 1. */
  readonly part: number;
  readonly problem?: string;
  readonly cancel: () => void;
}

interface Uploads {
  readonly list: Signal<readonly Upload[]>;
  /** Uploads files one after the other, and inserts a link to each. */
  readonly add: (files: readonly File[]) => void;
}

/** A Markdown link to a file, with special characters in its name escaped. */
const linkTo = (name: string, url: string): string => `[${name.replace(/[[\]]/g, "")}](${url})\n`;

export const useUploads = (put: (text: string) => void): Uploads => {
  const list = useSignal<readonly Upload[]>([]);
  const last = useRef(0);
  const putNow = useRef(put);
  putNow.current = put;
  const change = (key: number, what: Partial<Upload>) => {
    list.value = list.value.map((one) => (one.key === key ? { ...one, ...what } : one));
  };
  const remove = (key: number) => {
    list.value = list.value.filter((one) => one.key !== key);
  };
  const upload = async (key: number, file: File, { signal }: AbortController) => {
    try {
      const { uploadFile } = await loadDeferred();
      if (signal.aborted) return;
      const { url } = await uploadFile(file, signal, (part) => change(key, { part }));
      remove(key);
      putNow.current(linkTo(file.name, url));
    } catch (error) {
      if (!signal.aborted) change(key, { problem: errorText(error) });
    }
  };
  const add = (files: readonly File[]) => {
    void files.reduce<Promise<void>>((before, file) => {
      last.current += 1;
      const key = last.current;
      const controller = new AbortController();
      const cancel = () => {
        controller.abort();
        remove(key);
      };
      list.value = [...list.value, { key, name: file.name, part: 0, cancel }];
      return before.then(() => upload(key, file, controller));
    }, Promise.resolve());
  };
  return { list, add };
};

/** The uploads in progress, with a progress bar each. */
export const UploadList = ({ uploads }: { readonly uploads: Uploads }) => (
  <ul class="uploads">
    {uploads.list.value.map(({ key, name, part, problem, cancel }) => (
      <li key={key}>
        <span class="upload-name" dir="auto">
          {name}
        </span>
        {problem === undefined ? (
          <progress aria-label={words.uploadOf(name)} value={part} max={1} />
        ) : (
          <span class="problem" role="alert">
            {problem}
          </span>
        )}
        <button
          type="button"
          class="quiet"
          aria-label={words.cancelUpload(name)}
          title={words.cancelUpload(name)}
          onClick={cancel}
        >
          <Icon name="close" />
        </button>
      </li>
    ))}
  </ul>
);
