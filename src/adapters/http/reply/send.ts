import type { Response } from "express";
import * as E from "fp-ts/Either";
import { TurnQueue } from "../../../application/admission/turn-queue";
import { bodySlices, hasLongBytes, isLong, successHead, wholeBody } from "../../zulip-wire/json";
import { answerChunk } from "./answer-chunk";
import { errorResponse } from "./error-response";
import { addHeaders } from "./express-messages";
import type { HttpError } from "./http-error";
import { Reply } from "./reply";

const usualHeaders = ["Cache-Control", "no-store", "Content-Type", "application/json"];

const setHeaders = (response: Response): void => {
  // If any header was set, somebody may read the others: `compressJson` reads Content-Type.
  if (response.getHeaderNames().length === 0) addHeaders(response, usualHeaders);
  else {
    if (!response.hasHeader("Cache-Control")) response.setHeader("Cache-Control", "no-store");
    response.setHeader("Content-Type", "application/json");
  }
};

/** Answers with JSON that was written before. */
export const sendWritten = (response: Response, json: string | Uint8Array): void => {
  setHeaders(response);
  response.end(json);
};

/** Answers with a short JSON object. */
export const sendJson = (response: Response, body: object): void => sendWritten(response, wholeBody(body));

/** Long answers that wait to encode their next slices: a few may go on in each turn of the event loop. */
const longAnswers = new TurnQueue(2);
const untilNextSlices = (): Promise<void> => new Promise((resolve) => longAnswers.add(resolve));

/** About two milliseconds of work, unless its parts were encoded before. */
const bytesPerTurn = 128 * 1024;
/** How much is handed to the socket at a time: each write may wake the reader, which costs more than encoding a slice. */
const bytesPerWrite = 512 * 1024;

/**
 * Answers with a possibly long JSON object. It doesn't wait for the reader, because it would hold the request's
 * turn meanwhile; unread bytes are limited separately.
 */
const sendInSlices = async (response: Response, body: object): Promise<void> => {
  setHeaders(response);
  // Many answers may begin in one turn of the event loop.
  await untilNextSlices();
  if (response.closed) return;
  let encoded = 0;
  let held = 0;
  response.cork();
  for (const slice of bodySlices(body, successHead)) {
    const chunk = answerChunk(slice);
    response.write(chunk);
    encoded += chunk.length;
    held += chunk.length;
    if (held >= bytesPerWrite) {
      response.uncork();
      response.cork();
      held = 0;
    }
    if (encoded < bytesPerTurn) continue;
    await untilNextSlices();
    if (response.closed) return;
    encoded = 0;
  }
  // Node 22 and later would write the end of the answer before the corked part.
  response.uncork();
  response.end();
};

/** Answers with an object of which long parts were encoded before: all answers with such a part write the same bytes. */
const sendParts = (response: Response, body: object): void => {
  const parts = [...bodySlices(body, successHead)].map(answerChunk);
  setHeaders(response);
  response.setHeader(
    "Content-Length",
    parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0),
  );
  response.cork();
  for (const part of parts) response.write(part);
  response.uncork();
  response.end();
};

/**
 * Ends the stream of an `EventSource` at once, with the time after which it reconnects. After any status but 200 it would
 * never come back: https://html.spec.whatwg.org/multipage/server-sent-events.html#the-eventsource-interface
 */
const sendRetry = (response: Response, seconds: number): undefined => {
  response.setHeader("Cache-Control", "no-store");
  response.setHeader("Content-Type", "text/event-stream");
  response.end(`retry: ${Math.ceil(seconds * 1000)}\n\n`);
};

/** Answers with the error envelope, or tells an `EventSource` when to reconnect. */
export const sendError = (response: Response, error: HttpError): undefined => {
  const isEventSource = response.req?.headers.accept === "text/event-stream";
  if (isEventSource && "retryAfterSeconds" in error) return sendRetry(response, error.retryAfterSeconds);
  const { status, headers, body } = errorResponse(error);
  sendJson(response.set(headers).status(status), body);
};

/** Answers with the fields of a success, with another kind of reply, or with the envelope of a failure. */
export const send = (response: Response, outcome: E.Either<HttpError, object>): Promise<void> | undefined => {
  let sending: Promise<void> | undefined;
  if (E.isLeft(outcome)) sendError(response, outcome.left);
  else sending = sendSuccess(response, outcome.right);
  return sending;
};

const sendSuccess = (response: Response, body: object): Promise<void> | undefined => {
  if (body instanceof Reply) return body.send(response.req, response);
  // A few responses set their `msg`.
  if ("msg" in body) return void sendJson(response, { result: "success", ...body });
  if (isLong(body)) return sendInSlices(response, body);
  if (hasLongBytes(body)) return void sendParts(response, body);
  setHeaders(response);
  response.end(answerChunk(wholeBody(body, successHead)));
  return undefined;
};
