import { isAscii } from "node:buffer";
import { Readable } from "node:stream";
import type { Request, RequestHandler } from "express";
import { BodyRefused } from "./request-problems";

export const plainType = "application/x-www-form-urlencoded";
/** Longer forms go to the parser. */
const longest = 16_384;
const mostFields = 100;
const plainName = /^[a-z][a-z0-9_]*$/;

/** Whether the request has a short form with nothing special about its transfer. */
export const mayBePlainForm = ({ headers }: Request): boolean =>
  headers["content-type"] === plainType &&
  headers["content-encoding"] === undefined &&
  headers["transfer-encoding"] === undefined &&
  Number(headers["content-length"]) <= longest;

/** Throws if the percent-encoding is broken, or if the bytes aren't UTF-8. */
const decodedText = (text: string): string => {
  const spaced = text.includes("+") ? text.replaceAll("+", " ") : text;
  return spaced.includes("%") ? decodeURIComponent(spaced) : spaced;
};

/** The fields of a form with plain, distinct names and valid encoding; undefined for any other form. */
export const plainFields = (body: Buffer): Record<string, string> | undefined => {
  if (!isAscii(body)) return undefined;
  const text = body.toString("latin1");
  // Brackets have a meaning for the parser, even in values.
  if (text.includes("[") || text.includes("]")) return undefined;
  const fields: Record<string, string> = {};
  const pairs = text.split("&", mostFields + 1);
  if (pairs.length > mostFields) return undefined;
  for (const pair of pairs) {
    if (pair === "") continue;
    const equals = pair.indexOf("=");
    const name = equals < 0 ? pair : pair.slice(0, equals);
    if (!plainName.test(name) || Object.hasOwn(fields, name)) return undefined;
    try {
      fields[name] = equals < 0 ? "" : decodedText(pair.slice(equals + 1));
    } catch {
      return undefined;
    }
  }
  return fields;
};

/** Has the parser read a body that was already received. */
const reread = (read: RequestHandler, request: Request, body: Buffer, ...rest: Rest): void => {
  const [response, next] = rest;
  // The parts of a request that the parser reads.
  const received = Object.assign(Readable.from([body]), {
    headers: request.headers,
    is: (types: string | string[]) => request.is(types as string),
  }) as unknown as Request;
  request.body = undefined;
  read(received, response, (error?: unknown) => {
    request.body = received.body;
    next(error);
  });
};

type Rest = [response: Parameters<RequestHandler>[1], next: Parameters<RequestHandler>[2]];

/** Reads a form that was already received: directly if it is plain, which costs a fraction of `read`. Throws nothing. */
export const readReceived = (read: RequestHandler, request: Request, body: Buffer, ...rest: Rest): void => {
  const [, next] = rest;
  try {
    // Another type may name another encoding.
    const fields = request.headers["content-type"] === plainType ? plainFields(body) : undefined;
    if (fields === undefined) reread(read, request, body, ...rest);
    else {
      request.body = fields;
      next();
    }
  } catch (error) {
    next(error);
  }
};

/** Parses a short, plain form directly, which costs a fraction of `read`; passes any other form to `read`. */
export const readPlainForm =
  (read: RequestHandler): RequestHandler =>
  (request, response, next) => {
    let body: Buffer | undefined;
    request.on("data", (chunk: Buffer) => {
      body = body === undefined ? chunk : Buffer.concat([body, chunk]);
    });
    request.once("end", () => {
      readReceived(read, request, body ?? Buffer.alloc(0), response, next);
    });
    request.once("close", () => {
      if (!request.complete) next(new BodyRefused("MALFORMED"));
    });
  };
