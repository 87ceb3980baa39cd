import { batch, type Signal, signal } from "@preact/signals";
import { errorText } from "../api/error-text";
import { mayPass } from "../api/http";
import type { Begun } from "../api/upload";
import type { Drafts } from "../offline/drafts";
import { keyOf, type Place } from "../store/place";

/** Where the link to an uploaded file goes. */
interface UploadTarget {
  readonly draftKey: string;
  /** As for `Drafts.write`. */
  readonly place: Place | undefined;
}

/** A file that is being uploaded, or couldn't be. */
interface Upload extends UploadTarget {
  readonly id: number;
  readonly name: string;
  /** From 0 to 1. */
  readonly part: number;
  readonly problem?: string | undefined;
  /** Whether it resumes by itself once there is a connection. */
  readonly isWaiting?: boolean;
  readonly error?: unknown;
  readonly retry: () => Promise<void>;
  readonly cancel: () => void;
}

type UploadFile = (
  file: File,
  signal: AbortSignal,
  progress: (part: number) => void,
  begun: Begun,
) => Promise<{ readonly url: string; readonly filename?: string }>;

/** The uploads of a window; they continue while the user reads elsewhere. */
export interface Uploads {
  readonly list: Signal<readonly Upload[]>;
  /** The drafts that are sent, and the edits that are saved, once their files are there; drafts with where they go. */
  readonly queued: Signal<ReadonlyMap<string, Place | undefined>>;
  /** Whether files for a draft are on their way, or wait for a connection. */
  isBusy(draftKey: string): boolean;
  /** Uploads files one after the other, and inserts a link to each. */
  add(target: UploadTarget, files: readonly File[]): void;
  /** There is a connection again. */
  resume(): void;
  /** Adds text to a draft, on a line of its own: at the caret if its field is on screen, otherwise at the end. */
  insert(target: UploadTarget, text: string): void;
  /** Takes the links for a draft while its field is on screen. Returns a function that stops it. */
  receive(draftKey: string, put: (text: string) => void): () => void;
  /** Moves the uploads of a draft to another, and what waits for its files in the same conversation. */
  move(from: string, to: UploadTarget): void;
}

/** Characters that Markdown would interpret in a link's text. */
const markup = /[[\]`*]|\$(?=\$)|<(?=time:)/g;

/** A Markdown link to a file, whose name is text and nothing else. */
const linkTo = (name: string, url: string): string => {
  const text = name.replace(markup, "").replace(/\s+/g, " ").trim();
  // Some names end up empty.
  return `[${text || url.replace(/^.*\//, "")}](${url})\n`;
};

export const createUploads = (drafts: Pick<Drafts, "textOf" | "write">, uploadFile: UploadFile): Uploads => {
  const list = signal<readonly Upload[]>([]);
  const queued = signal<ReadonlyMap<string, Place | undefined>>(new Map());
  const receivers = new Map<string, (text: string) => void>();
  let last = 0;
  const change = (id: number, what: Partial<Upload>) => {
    list.value = list.value.map((one) => (one.id === id ? { ...one, ...what } : one));
  };
  const remove = (id: number) => {
    list.value = list.value.filter((one) => one.id !== id);
  };
  const insert = ({ draftKey, place }: UploadTarget, more: string) => {
    const receive = receivers.get(draftKey);
    if (receive) return receive(more);
    const text = drafts.textOf(draftKey);
    drafts.write(draftKey, place, text === "" || text.endsWith("\n") ? text + more : `${text}\n${more}`);
  };
  const upload = async (id: number, file: File, cancelled: AbortSignal, begun: Begun) => {
    if (cancelled.aborted) return;
    change(id, { problem: undefined, isWaiting: false });
    try {
      const progress = (part: number) => change(id, { part });
      const { url, filename = file.name } = await uploadFile(file, cancelled, progress, begun);
      const target = list.peek().find((one) => one.id === id);
      // First: without uploads, a queued message is sent.
      if (target) insert(target, linkTo(filename, url));
      remove(id);
    } catch (error) {
      if (!cancelled.aborted) change(id, { problem: errorText(error), isWaiting: mayPass(error), error });
    }
  };
  return {
    list,
    queued,
    insert,
    isBusy: (key) =>
      list.value.some(
        ({ draftKey, problem, isWaiting }) => draftKey === key && (problem === undefined || isWaiting),
      ),
    resume: () => {
      void list
        .peek()
        .filter(({ isWaiting }) => isWaiting)
        .reduce((before, { retry }) => before.then(retry), Promise.resolve());
    },
    add: (target, files) => {
      void files.reduce<Promise<void>>((before, file) => {
        last += 1;
        const id = last;
        const controller = new AbortController();
        const begun: Begun = {};
        const start = () => upload(id, file, controller.signal, begun);
        const hasFailed = () => list.peek().some((one) => one.id === id && one.problem !== undefined);
        const retry = async () => {
          if (hasFailed()) await start();
        };
        const cancel = () => {
          controller.abort();
          remove(id);
        };
        list.value = [...list.value, { ...target, id, name: file.name, part: 0, retry, cancel }];
        return before.then(start);
      }, Promise.resolve());
    },
    receive: (draftKey, put) => {
      receivers.set(draftKey, put);
      return () => {
        if (receivers.get(draftKey) === put) receivers.delete(draftKey);
      };
    },
    move: (from, to) => {
      batch(() => {
        list.value = list.value.map((one) => (one.draftKey === from ? { ...one, ...to } : one));
        queued.value = new Map(
          [...queued.value].map(([key, place]) => {
            if (key === from) return [to.draftKey, to.place];
            return [key, place && keyOf(place) === from ? (to.place ?? place) : place];
          }),
        );
      });
    },
  };
};
