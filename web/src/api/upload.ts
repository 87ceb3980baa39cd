import { csrf, openSession, Refusal, windowHeaders } from "./http";

const endpoint = "/api/v1/tus";
const protocol = { "Tus-Resumable": "1.0.0" };
const pieceBytes = 5 * 1024 * 1024;
const mostTries = 5;
const firstWait = 1000;

/** The tus protocol encodes metadata in base64. */
const inBase64 = (text: string): string => btoa(String.fromCodePoint(...new TextEncoder().encode(text)));

/** Where an interrupted upload resumes. */
export interface Begun {
  /** Where the server takes the rest. */
  at?: string;
}

interface Uploaded {
  readonly url: string;
  readonly filename?: string;
}

const headers = () => ({ ...protocol, ...windowHeaders(), "X-CSRFToken": csrf() });

const refusalOf = (status: number, text: string): Refusal => {
  try {
    const { code = "", msg = "" } = JSON.parse(text) as { readonly code?: string; readonly msg?: string };
    return new Refusal(code, msg, status, undefined);
  } catch {
    return new Refusal("", "", status, undefined);
  }
};

const begin = async (file: File, signal: AbortSignal): Promise<string> => {
  // After an offline start the token hasn't been fetched yet.
  if (csrf() === "") await openSession();
  const answer = await fetch(endpoint, {
    method: "POST",
    headers: {
      ...headers(),
      "Upload-Length": String(file.size),
      "Upload-Metadata": `filename ${inBase64(file.name)}`,
    },
    signal,
  });
  const at = answer.headers.get("location");
  if (!answer.ok || at === null) throw refusalOf(answer.status, await answer.text());
  return new URL(at, window.location.href).pathname;
};

/** Only XMLHttpRequest reports upload progress. */
const sendPiece = (
  at: string,
  piece: Blob,
  offset: number,
  signal: AbortSignal,
  progress: (sent: number) => void,
): Promise<XMLHttpRequest> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("PATCH", at);
    for (const [name, value] of Object.entries(headers())) request.setRequestHeader(name, value);
    request.setRequestHeader("Upload-Offset", String(offset));
    request.setRequestHeader("Content-Type", "application/offset+octet-stream");
    request.upload.onprogress = ({ loaded }) => progress(offset + loaded);
    request.onload = () => resolve(request);
    request.onerror = () => reject(new TypeError("The connection was lost"));
    request.onabort = () => reject(new DOMException("Cancelled", "AbortError"));
    signal.addEventListener("abort", () => request.abort(), { once: true });
    request.send(piece);
  });

const offsetOf = async (at: string, signal: AbortSignal): Promise<number> => {
  const answer = await fetch(at, { method: "HEAD", headers: headers(), signal });
  if (!answer.ok) throw refusalOf(answer.status, "");
  return Number(answer.headers.get("upload-offset"));
};

/** How far an earlier try got; undefined if the server has dropped it since. */
const reached = async (at: string, signal: AbortSignal): Promise<number | undefined> => {
  try {
    return await offsetOf(at, signal);
  } catch (error) {
    if (error instanceof Refusal && error.status < 500) return undefined;
    throw error;
  }
};

const wait = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * Uploads a file in chunks with the tus protocol and resumes after interruptions, also those that ended an earlier try.
 * Throws a Refusal, or an AbortError when canceled, which also deletes what has arrived.
 */
export const uploadFile = async (
  file: File,
  signal: AbortSignal,
  progress: (part: number) => void,
  begun: Begun,
): Promise<Uploaded> => {
  const earlier = begun.at === undefined ? undefined : await reached(begun.at, signal);
  if (begun.at === undefined || earlier === undefined) {
    const begunAt = await begin(file, signal);
    begun.at = begunAt;
    // An upload that nobody will finish is deleted.
    const remove = () => void fetch(begunAt, { method: "DELETE", headers: headers() }).catch(() => undefined);
    signal.addEventListener("abort", remove, { once: true });
  }
  const { at } = begun;
  let offset = earlier ?? 0;
  let failures = 0;
  for (;;) {
    try {
      const piece = file.slice(offset, offset + pieceBytes);
      const answer = await sendPiece(at, piece, offset, signal, (sent) =>
        progress(file.size === 0 ? 1 : sent / file.size),
      );
      if (answer.status >= 400) throw refusalOf(answer.status, answer.responseText);
      failures = 0;
      offset = Number(answer.getResponseHeader("upload-offset") ?? offset + piece.size);
      if (answer.status === 200) return JSON.parse(answer.responseText);
    } catch (error) {
      const mayPass = error instanceof TypeError || (error instanceof Refusal && error.status >= 500);
      failures += 1;
      if (!mayPass || failures > mostTries) throw error;
      await wait(firstWait * 2 ** failures);
      offset = await offsetOf(at, signal);
    }
  }
};
