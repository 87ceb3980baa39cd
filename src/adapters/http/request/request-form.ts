import { isUtf8 } from "node:buffer";
import { type Readable, Transform, type Writable } from "node:stream";
import bodyParser from "body-parser";
import type { RequestHandler } from "express";
import multer from "multer";
import { TurnQueue } from "../../../application/admission/turn-queue";
import { plainType, readReceived } from "./plain-form";
import { BodyRefused } from "./request-problems";

const mostFields = 1000;
const longestFieldName = 200;

const percent = 0x25;

/** The value of a hexadecimal digit's byte; -1 for any other byte. */
const digits = Int8Array.from({ length: 256 }, (_, byte) => {
  const digit = Number.parseInt(String.fromCharCode(byte), 16);
  return Number.isNaN(digit) ? -1 : digit;
});
const digitAt = (body: Buffer, at: number): number => digits[body[at] ?? 0] ?? -1;

/**
 * Decodes byte by byte, without an object for any of them: with a regular expression, a body of only encoded bytes would block the
 * process for a second.
 */
const percentDecoded = (body: Buffer): Buffer => {
  const { length: end } = body;
  const decoded = Buffer.allocUnsafe(end);
  let length = 0;
  for (let at = 0; at < end; at += 1, length += 1) {
    const byte = body[at] ?? 0;
    if (byte === percent && at + 2 < end) {
      const high = digitAt(body, at + 1);
      const low = digitAt(body, at + 2);
      if (high >= 0 && low >= 0) {
        decoded[length] = high * 16 + low;
        at += 2;
        continue;
      }
    }
    decoded[length] = byte;
  }
  return decoded.subarray(0, length);
};

const decoding = (most: number): RequestHandler =>
  bodyParser.urlencoded({
    extended: false,
    limit: most,
    parameterLimit: mostFields,
    verify: (_request, _response, body) => {
      if (!isUtf8(body)) throw new BodyRefused("NOT_UTF8");
      if (body.includes("%") && !isUtf8(percentDecoded(body))) throw new BodyRefused("NOT_UTF8");
    },
  });

/** Decoding a megabyte takes a few milliseconds. */
const largeBytes = 64 * 1024;
/** Large forms that have arrived and wait to be decoded, one in each turn of the event loop. */
const arrived = new TurnQueue(1);

const urlEncoded = (most: number): RequestHandler => {
  const decode = decoding(most);
  const receive = bodyParser.raw({ limit: most, type: plainType });
  return (request, response, next) => {
    const { "content-length": length, "content-encoding": encoding } = request.headers;
    if (Number(length) <= largeBytes || encoding !== undefined) return decode(request, response, next);
    receive(request, response, (error?: unknown) => {
      const body: unknown = request.body;
      if (error !== undefined || !Buffer.isBuffer(body)) return next(error);
      arrived.add(() => readReceived(decode, request, body, response, next));
    });
  };
};

/** Limits on the parts of multipart forms; the total size is limited separately. */
const multipartLimits = (most: number) => ({
  fieldSize: most,
  fields: mostFields,
  parts: mostFields,
  headerPairs: 20,
  // Names with brackets would become arrays and objects of any declared length.
  fieldNameSize: longestFieldName,
  fieldNestingDepth: 0,
});

/** Fails before passing on more bytes than this. */
const upTo = (most: number, take: (chunk: Buffer) => void): Transform => {
  let length = 0;
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      length += chunk.length;
      if (length > most) return done(new BodyRefused("TOO_LARGE"));
      take(chunk);
      done(null, chunk);
    },
  });
};

const multipart =
  (most: number): RequestHandler =>
  (request, response, next) => {
    const decoder = new TextDecoder("utf-8", { fatal: true });
    let refusal: BodyRefused | undefined;
    let isOver = false;
    const finish = (error?: unknown): void => {
      if (isOver) return;
      isOver = true;
      next(refusal ?? error);
    };
    const counted = upTo(most, (chunk) => {
      if (refusal) return;
      try {
        decoder.decode(chunk, { stream: true });
      } catch {
        // The parser would replace the invalid bytes silently.
        refusal = new BodyRefused("NOT_UTF8");
      }
    });
    // Refuses oversized bodies immediately: the parser would read them to the end.
    counted.on("error", (error) => {
      request.unpipe(counted);
      request.resume();
      finish(error);
    });
    const options = {
      limits: { ...multipartLimits(most), files: 0 },
      streamHandler: (stream: Readable, parser: Writable) => void stream.pipe(counted).pipe(parser),
    };
    multer(options).none()(request, response, (error?: unknown) =>
      finish(
        error === undefined || error instanceof multer.MulterError ? error : new BodyRefused("MALFORMED"),
      ),
    );
  };

/** Reads a form of at most this many bytes; leaves a body of another type unread. */
export const readForm = (most: number): RequestHandler => {
  const readUrlEncoded = urlEncoded(most);
  const readMultipart = multipart(most);
  return (request, response, next) =>
    (request.is("multipart/form-data") ? readMultipart : readUrlEncoded)(request, response, next);
};
