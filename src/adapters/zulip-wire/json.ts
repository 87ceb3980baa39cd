/** Characters of a text that costs less as it is than as bytes. Node counts an unread text by characters, of up to three bytes each. */
const shortText = 4 * 1024;

/**
 * The JSON of a value, encoded once for many answers. Short text is written in one piece with the rest of an answer and its head, which
 * saves a tenth of a poll; long text is encoded as UTF-8 once for all.
 */
export class EncodedJson {
  readonly json: string | Uint8Array;

  constructor(text: string) {
    this.json = text.length > shortText ? Buffer.from(text) : text;
  }
}

/**
 * One or more fields that were encoded before, for many answers. They are written among the object's other fields; the key under which
 * they are given isn't sent.
 */
export class EncodedFields {
  /** The fields' JSON, without braces. */
  readonly text: string;

  constructor(fields: object) {
    this.text = JSON.stringify(fields).slice(1, -1);
  }
}

/**
 * A list that may be long: its items are encoded while the answer is written, and other requests run in
 * between.
 */
export class JsonList<Item> {
  constructor(
    private readonly items: Iterable<Item>,
    /** Encodes an item as an object or as JSON text. */
    private readonly encode: (item: Item) => object | string,
  ) {}

  /** The JSON of one item after the other. */
  *texts(): Generator<string> {
    for (const item of this.items) {
      const encoded = this.encode(item);
      yield typeof encoded === "string" ? encoded : JSON.stringify(encoded);
    }
  }
}

/** An object that may be long, by the keys of its items: encoded like a long list. */
export class JsonDictionary<Item> {
  constructor(
    private readonly items: Iterable<readonly [key: string | number, item: Item]>,
    private readonly encode: (item: Item) => object,
  ) {}

  /** The JSON of one field after the other. */
  *texts(): Generator<string> {
    for (const [key, item] of this.items)
      yield `${JSON.stringify(String(key))}:${JSON.stringify(this.encode(item))}`;
  }
}

/** A list whose items were encoded before, for many answers: each piece is the JSON of some items, with commas between. */
export class EncodedList {
  constructor(private readonly pieces: Iterable<Uint8Array>) {}

  texts(): Iterable<Uint8Array> {
    return this.pieces;
  }
}

type Long = JsonList<unknown> | JsonDictionary<unknown> | EncodedList;

const isLongPart = (value: unknown): value is Long =>
  value instanceof JsonList || value instanceof JsonDictionary || value instanceof EncodedList;

/** About a millisecond of work. */
const sliceLength = 64 * 1024;

const plainWord = /^[\w-]{1,100}$/;

/** `JSON.stringify` costs more for a short word than the rest of its field, and a poll's answer has three such words. */
const jsonOf = (value: unknown): string =>
  typeof value === "string" && plainWord.test(value) ? `"${value}"` : JSON.stringify(value);

/** Whether a part of an answer is encoded while it is written. Interfaces have no index signature, so their objects are cast. */
export const isLong = (body: object): boolean => {
  for (const name in body) if (isLongPart((body as Record<string, unknown>)[name])) return true;
  return false;
};

/** The beginning of every success. */
export const successHead = '{"result":"success","msg":""';

/**
 * A JSON object in slices, each encoded on demand. `head` is its beginning without the closing brace. It ends
 * with a newline, so that terminals show one answer below the other.
 */
export function* bodySlices(body: object, head = "{"): Generator<string | Uint8Array> {
  let slice = head;
  let before = head === "{" ? "" : ",";
  for (const [name, value] of Object.entries(body)) {
    if (value === undefined) continue;
    if (value instanceof EncodedFields) {
      slice += `${before}${value.text}`;
      before = ",";
      continue;
    }
    slice += `${before}${jsonOf(name)}:`;
    before = ",";
    if (isLongPart(value)) {
      const [opening, closing] = value instanceof JsonDictionary ? ["{", "}"] : ["[", "]"];
      let beforeItem = opening;
      for (const text of value.texts()) {
        slice += beforeItem;
        beforeItem = ",";
        if (typeof text === "string") slice += text;
        else {
          yield slice;
          slice = "";
          yield text;
        }
        if (slice.length > sliceLength) {
          yield slice;
          slice = "";
        }
      }
      slice += beforeItem === opening ? `${opening}${closing}` : closing;
    } else if (value instanceof EncodedJson) {
      if (typeof value.json === "string") slice += value.json;
      else {
        yield slice;
        slice = "";
        yield value.json;
      }
    } else slice += jsonOf(value);
  }
  yield `${slice}}\n`;
}

/** Bytes of an encoded value that is written as it is, beside the rest: a copy for each answer would take more memory than the value. */
const longBytes = 64 * 1024;

/** Whether an answer holds a long value that was encoded before. */
export const hasLongBytes = (body: object): boolean => {
  for (const name in body) {
    const value: unknown = (body as Record<string, unknown>)[name];
    if (value instanceof EncodedJson && value.json.length >= longBytes) return true;
  }
  return false;
};

/** Concatenates texts and bytes into one buffer. */
const concatenated = (parts: readonly (string | Uint8Array)[]): Uint8Array => {
  let length = 0;
  for (const part of parts) length += typeof part === "string" ? Buffer.byteLength(part) : part.length;
  const whole = Buffer.allocUnsafe(length);
  let at = 0;
  for (const part of parts)
    if (typeof part === "string") at += whole.write(part, at);
    else {
      whole.set(part, at);
      at += part.length;
    }
  return whole;
};

/** The whole object at once, for answers that aren't long. Bytes if it holds a long value that was encoded before. */
export const wholeBody = (body: object, head = "{"): string | Uint8Array => {
  const encoded: (string | Uint8Array)[] = [];
  let text = head;
  let before = head === "{" ? "" : ",";
  for (const name in body) {
    const value: unknown = (body as Record<string, unknown>)[name];
    if (value === undefined) continue;
    if (value instanceof EncodedFields) {
      text += `${before}${value.text}`;
      before = ",";
      continue;
    }
    text += `${before}${jsonOf(name)}:`;
    before = ",";
    if (!(value instanceof EncodedJson)) text += jsonOf(value);
    else if (typeof value.json === "string") text += value.json;
    else {
      encoded.push(text, value.json);
      text = "";
    }
  }
  text += "}\n";
  if (encoded.length === 0) return text;
  encoded.push(text);
  return concatenated(encoded);
};
