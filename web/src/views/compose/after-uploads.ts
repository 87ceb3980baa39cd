import { batch, effect, signal, untracked } from "@preact/signals";
import type { App } from "../../app/app";
import type { Uploads } from "../../app/uploads";
import {
  type ChosenRecipients,
  discardUnaddressed,
  rememberRecipients,
} from "../../offline/chosen-recipients";
import { isEditKey, isUnsentKey } from "../../offline/draft-keys";
import { keyOf, type Place } from "../../store/place";
import { goesWithoutFiles } from "./slash-commands";

/** The drafts whose forms are on screen. */
const shown = signal<ReadonlySet<string>>(new Set());

/** Records that the form of a draft is on screen; the form then sends the draft itself. Returns a function that ends this. */
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
  /** Empties the form for the next message. */
  readonly onSetAside?: () => void;
}

type Waiting = Pick<App, "uploads" | "drafts">;

let lastAside = 0;

/** The key of a message that waits for its files. Drafts lists it as a new message if the window closes before that. */
const asideKey = ({ kind }: Place): string => {
  lastAside = Math.max(lastAside + 1, Date.now());
  return `new ${kind === "direct" ? "direct" : "topic"} ${lastAside}`;
};

const recipientsIn = (place: Place, ownId: number): ChosenRecipients =>
  place.kind === "direct"
    ? { topic: "", people: place.userIds.filter((id) => id !== ownId) }
    : { channelId: place.channelId, topic: place.topic, people: [] };

/**
 * Sends a draft, or saves an edit, once its files are uploaded; not while it lacks something else. A draft is set aside until
 * then, so that text typed meanwhile becomes another message.
 */
export const enqueue = (
  { uploads, drafts, store }: Waiting & { readonly store: Pick<App["store"], "ownId"> },
  { draftKey, place, problem, onSetAside }: Writing,
): void => {
  const wait = (key: string) => {
    uploads.queued.value = new Map(uploads.queued.peek()).set(key, place);
  };
  if (problem !== undefined) return;
  if (isEditKey(draftKey) || isUnsentKey(draftKey)) {
    wait(draftKey);
    return;
  }
  if (place === undefined) return;
  const aside = asideKey(place);
  batch(() => {
    rememberRecipients(drafts, aside, recipientsIn(place, store.ownId));
    drafts.write(aside, undefined, drafts.textOf(draftKey));
    uploads.move(draftKey, { draftKey: aside, place: undefined });
    wait(aside);
  });
  onSetAside?.();
};

const failedFor = ({ list }: Uploads, draftKey: string) =>
  list.value.filter((one) => one.draftKey === draftKey && one.problem && !one.isWaiting);

interface Sent {
  readonly draftKey: string;
  readonly place: Place;
  readonly content: string;
}

/** Leaves the files of a message that was begun elsewhere to the conversation that it led to, except those it went without. */
export const leaveFiles = (uploads: Uploads, { draftKey, place, content }: Sent): void => {
  if (!goesWithoutFiles(content)) for (const { cancel } of failedFor(uploads, draftKey)) cancel();
  uploads.move(draftKey, { draftKey: keyOf(place), place });
};

/** The keys of the messages to a place that wait for their files. */
export const waitingFor = ({ queued }: Uploads, place: Place | undefined): readonly string[] =>
  [...queued.value].flatMap(([key, to]) => (place && to && keyOf(place) === keyOf(to) ? [key] : []));

const leaveQueue = ({ queued }: Uploads, draftKey: string): void => {
  queued.value = new Map([...queued.peek()].filter(([key]) => key !== draftKey));
};

/** Leaves a draft for its author to send: one that was set aside returns to the draft of its conversation. */
export const dequeue = ({ uploads, drafts }: Waiting, draftKey: string): void => {
  const place = uploads.queued.peek().get(draftKey);
  leaveQueue(uploads, draftKey);
  if (place === undefined || shown.peek().has(draftKey)) return;
  const target = { draftKey: keyOf(place), place };
  const text = drafts.textOf(draftKey);
  batch(() => {
    uploads.move(draftKey, target);
    discardUnaddressed(drafts, draftKey);
  });
  if (text !== "") uploads.insert(target, text);
};

const sendUnseen = ({ drafts, outbox }: App, draftKey: string, place: Place): void => {
  const content = drafts.textOf(draftKey).trim();
  if (draftKey === keyOf(place)) drafts.write(draftKey, place, "");
  else discardUnaddressed(drafts, draftKey);
  if (content !== "") outbox.send(place, content);
};

/** Sends what waits for its files once they are there and its author reads elsewhere. A file that fails leaves it to them. */
export const sendQueued = (app: App): (() => void) => {
  const { uploads } = app;
  return effect(() => {
    for (const [draftKey, place] of uploads.queued.value) {
      const isDone = place !== undefined && !uploads.isBusy(draftKey) && !shown.value.has(draftKey);
      if (failedFor(uploads, draftKey).length > 0) untracked(() => dequeue(app, draftKey));
      else if (isDone) {
        leaveQueue(uploads, draftKey);
        sendUnseen(app, draftKey, place);
      }
    }
  });
};
