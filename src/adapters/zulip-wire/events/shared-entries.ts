import type { EventCategory } from "../../../domain/events/event";
import { entryIdAt, isEntryUnseen } from "../../../domain/queues/event-queue";
import type { RealmState } from "../../../domain/state/realm-state";
import type { EventEntry } from "../encode/event-reader";
import { bodySlices, isLong } from "../json";
import type { EncodedEvent } from "./encoded-event";
import { recentTexts } from "./recent-texts";

/** What was encoded of an event, by the variant of readers that it is for. */
interface Variants<Encoded> {
  /** The realm that it was encoded from. */
  readonly state: RealmState;
  readonly all: Map<string, Encoded>;
}

/** Encodings of events and signals, each shared by all readers who receive the same, until newer ones need the room. */
export class VariantsOf<Encoded> {
  private readonly known = new WeakMap<object, Variants<Encoded>>();
  /** Most lookups are for the same event, one queue after the other. */
  private newest: { readonly event: object; readonly variants: Variants<Encoded> } | undefined;

  of(event: object, state: RealmState): Map<string, Encoded> {
    let variants = this.newest?.event === event ? this.newest.variants : this.known.get(event);
    if (variants?.state !== state) {
      variants = { state, all: new Map() };
      this.known.set(event, variants);
    }
    if (this.newest?.variants !== variants) this.newest = { event, variants };
    return variants.all;
  }

  /** Counts text that was encoded of an event. What was encoded of it is forgotten when newer text needs the room. */
  keep(event: object, { length }: string): void {
    recentTexts.keep(length, event, this.forget);
  }

  private readonly forget = (event: object): void => {
    this.known.delete(event);
    if (this.newest?.event === event) this.newest = undefined;
  };
}

/** An event, or undefined where the encoding of a long one may be interrupted. */
export type EncodingStep = EncodedEvent | undefined;

/** The JSON of an entry. One with a long list is encoded in steps. */
function* jsonOf(body: EventEntry["body"]): Generator<undefined, string> {
  const built = typeof body === "function" ? body() : body;
  if (typeof built === "string") return built;
  if (!isLong(built)) return JSON.stringify(built);
  let json = "";
  for (const slice of bodySlices(built)) {
    json += slice;
    yield undefined;
  }
  return json.trimEnd();
}

/** A JSON object with one more field. */
export const withId = (json: string, id: number): string => `${json.slice(0, -1)},"id":${id}}`;

const isWanted = (categories: readonly EventCategory[] | null, category: EventCategory): boolean =>
  categories === null || categories.includes(category);

/** The entries that a queue takes and its client hasn't seen, each encoded on demand, for this queue alone. */
export function* ownEntries(
  all: readonly EventEntry[],
  categories: readonly EventCategory[] | null,
  position: number,
  afterId: number,
): Generator<EncodingStep> {
  const entries = all.filter(({ category }) => isWanted(categories, category));
  for (const [index, { body }] of entries.entries()) {
    const id = entryIdAt(position, index, entries.length);
    if (isEntryUnseen(id, afterId)) yield { id, text: withId(yield* jsonOf(body), id) };
  }
}

/** The entries that queues of some categories take. */
interface Taken {
  readonly position: number;
  readonly indexes: readonly number[];
  /** Those that were encoded already, by their place among them. */
  readonly events: (EncodedEvent | undefined)[];
}

/** The entries of an event for readers who receive the same, each encoded once, on demand. */
export class SharedEntries {
  private readonly categories: readonly EventCategory[];
  /** By which of the categories a queue takes. */
  private readonly taken = new Map<string, Taken>();
  private readonly texts: string[] = [];

  /** @param keep - counts text that is kept. */
  constructor(
    private readonly entries: readonly EventEntry[],
    private readonly keep: (text: string) => void,
  ) {
    this.categories = [...new Set(entries.map(({ category }) => category))];
  }

  *unseen(
    categories: readonly EventCategory[] | null,
    position: number,
    afterId: number,
  ): Generator<EncodingStep> {
    const wanted = this.categories.map((one) => (isWanted(categories, one) ? "1" : "0")).join("");
    let taken = this.taken.get(wanted);
    if (taken?.position !== position) {
      taken = { position, indexes: this.indexesFor(categories), events: [] };
      this.taken.set(wanted, taken);
    }
    const { indexes, events } = taken;
    for (const [place, index] of indexes.entries()) {
      const id = entryIdAt(position, place, indexes.length);
      if (!isEntryUnseen(id, afterId)) continue;
      let event = events[place];
      if (event === undefined) {
        event = { id, text: withId(yield* this.textOf(index), id), lists: [] };
        events[place] = event;
        this.keep(event.text);
      }
      yield event;
    }
  }

  private indexesFor(categories: readonly EventCategory[] | null): readonly number[] {
    return this.entries.flatMap(({ category }, index) => (isWanted(categories, category) ? [index] : []));
  }

  private *textOf(index: number): Generator<undefined, string> {
    const entry = this.entries[index];
    if (entry === undefined) throw new Error(`The event has no entry ${index}`);
    const known = this.texts[index];
    if (known !== undefined) return known;
    const text = yield* jsonOf(entry.body);
    this.texts[index] = text;
    this.keep(text);
    return text;
  }
}
