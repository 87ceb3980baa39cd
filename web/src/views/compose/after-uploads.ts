import { effect, signal } from "@preact/signals";
import type { App } from "../../app/app";
import type { Uploads } from "../../app/uploads";
import { discardBegun } from "../../offline/begun-message";
import { isEditKey, isUnsentKey } from "../../offline/draft-keys";
import { keyOf, type Place } from "../../store/place";

/** The drafts whose forms are on screen. */
const shown = signal<ReadonlySet<string>>(new Set());

/** Notes that the form of a draft is on screen, where it sends the draft itself. Returns how to end that. */
export const showForm = (draftKey: string): (() => void) => {
  shown.value = new Set([...shown.peek(), draftKey]);
  return () => {
    shown.value = new Set([...shown.peek()].filter((key) => key !== draftKey));
  };
};

interface Writing {
  readonly draftKey: string;
  readonly place: Place | undefined;
  readonly problem?: string | undefined;
}

/** Sends a draft, or saves an edit, once its files are uploaded; not while it lacks something else. */
export const enqueue = ({ queued }: Uploads, { draftKey, place, problem }: Writing): void => {
  const hasPlace = place !== undefined || isEditKey(draftKey) || isUnsentKey(draftKey);
  if (hasPlace && problem === undefined) queued.value = new Map(queued.peek()).set(draftKey, place);
};

/** Leaves a draft for its author to send. */
export const dequeue = ({ queued }: Uploads, draftKey: string): void => {
  queued.value = new Map([...queued.peek()].filter(([key]) => key !== draftKey));
};

const sendUnseen = ({ drafts, outbox }: App, draftKey: string, place: Place): void => {
  const content = drafts.textOf(draftKey).trim();
  if (draftKey === keyOf(place)) drafts.write(draftKey, place, "");
  else discardBegun(drafts, draftKey);
  if (content !== "") outbox.send(place, content);
};

/** Sends what waits for its files once they are there and its author reads elsewhere. A file that fails leaves it to them. */
export const sendQueued = (app: App): (() => void) => {
  const { uploads } = app;
  return effect(() => {
    for (const [draftKey, place] of uploads.queued.value) {
      const failed = uploads.list.value.some(
        (one) => one.draftKey === draftKey && one.problem !== undefined && !one.isWaiting,
      );
      const isDone = place !== undefined && !uploads.isBusy(draftKey) && !shown.value.has(draftKey);
      if (failed || isDone) dequeue(uploads, draftKey);
      if (isDone && !failed) sendUnseen(app, draftKey, place);
    }
  });
};
