import { onTheWire } from "../../tests/support/clients/on-the-wire";
import { authorization } from "../load";
import type { Person } from "../seed";
import type { Expensive, Facts } from "./expensive";

type Asked = Omit<Expensive, "cost" | "title">;

/** Where a request goes, and its body if it has one. */
export const targetOf = (
  { method, at, where = () => ({}), form }: Asked,
  facts: Facts,
): { readonly path: string; readonly body: string | undefined } => {
  const text = new URLSearchParams(onTheWire(form?.(facts) ?? {})).toString();
  const places = where(facts);
  const path = `/api/v1${at.replace(/\{(\w+)\}/g, (_, name: string) => String(places[name]))}`;
  return method === "GET" ? { path: `${path}?${text}`, body: undefined } : { path, body: form && text };
};

/** Sends a request, and reads its answer. */
export const ask = async (url: string, person: Person, asked: Asked, facts: Facts) => {
  const { path, body: form } = targetOf(asked, facts);
  const began = performance.now();
  const answer = await fetch(`${url}${path}`, {
    method: asked.method,
    headers: {
      Authorization: authorization(person),
      ...(form !== undefined && { "Content-Type": "application/x-www-form-urlencoded" }),
    },
    ...(form !== undefined && { body: form }),
  });
  const body = await answer.text();
  return { status: answer.status, body, took: performance.now() - began };
};

export const noFacts: Facts = {
  people: [],
  inLongTopic: 0,
  inScatteredTopic: 0,
  lateChannelId: 0,
  bigChannelId: 0,
  toEverybody: 0,
  bigGroupId: 0,
  inChannelsId: 0,
  fieldId: 0,
  oftenEdited: 0,
  fullPoll: 0,
  oftenReacted: 0,
  skipped: 0,
  long: [],
  farBehind: { queue_id: "", last_event_id: 0 },
  ofGuest: { queue_id: "", last_event_id: 0 },
};
