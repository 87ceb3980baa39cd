import type { Request, RequestHandler } from "express";
import * as E from "fp-ts/Either";
import multer from "multer";
import { bindUseCases, type Needs } from "../../../application/bind-use-cases";
import type { Caller } from "../../../application/caller";
import { discardFile } from "../../../application/uploads/discard-file";
import { receiveFile } from "../../../application/uploads/receive-file";
import type { ReceivedFile } from "../../../application/uploads/shared/received-file";
import { onlyOneFile, pictureTooLarge } from "../../../domain/files/refusals";
import { bytesIn } from "../../../domain/units/size";
import { malformedRequest } from "../../zulip-wire/malformed-request";
import type { FileRule } from "../declaration/endpoint";
import type { RequestFiles } from "../declaration/request-context";
import type { HttpError } from "../reply/http-error";

/** A refused file, with the error for the caller. */
export class FileRefused extends Error {
  constructor(readonly failure: HttpError) {
    super(failure.message);
  }
}

/** Multer returns the store's result along with the file, but its types don't say so. */
type Stored = Partial<Express.Multer.File> & { readonly received?: ReceivedFile };
const receivedIn = ({ received }: Stored): ReceivedFile | undefined => received;
const stored = (received: ReceivedFile): Stored => ({ received });

export const filesIn = ({ files }: Request): RequestFiles => {
  if (!Array.isArray(files)) return { stored: [], read: [] };
  return {
    stored: files.flatMap((file) => receivedIn(file) ?? []),
    read: files.flatMap(({ buffer }) => buffer ?? []),
  };
};

/** The fields sent along with a file are short: its name, or whether a logo is for the dark theme. */
const formLimits = {
  fields: 20,
  parts: 22,
  fieldSize: 10_000,
  fieldNameSize: 200,
  headerPairs: 20,
  // Names with brackets would become arrays and objects of any declared length.
  fieldNestingDepth: 0,
};

/** Decodes names that some clients send percent-encoded. */
const plainName = (name: string): string => {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
};

const bindStore = bindUseCases({ discardFile, receiveFile });

/** Streams each file into the store while it arrives. */
const streamToStore = (
  { discardFile, receiveFile }: ReturnType<typeof bindStore>,
  callerOf: (request: Request) => Caller,
): multer.StorageEngine => ({
  _handleFile: (request, { originalname, stream }, done) => {
    // The parser needs the stream to stay open even if nobody reads it to its end.
    const content: AsyncIterable<Uint8Array> = stream.iterator({ destroyOnReturn: false });
    const announced = Number(request.headers["content-length"]) || undefined;
    const receive = receiveFile(callerOf(request), { name: plainName(originalname), content, announced });
    receive()
      .then(
        E.match(
          (error) => done(new FileRefused(error)),
          (received) => done(null, stored(received)),
        ),
      )
      .catch(done);
  },
  _removeFile: (request, file, done) => {
    const received = receivedIn(file);
    if (received === undefined) return done(null);
    const discard = discardFile(callerOf(request), received);
    discard()
      .then(() => done(null))
      .catch(done);
  },
});

/** Reads a multipart body with a file in it, or a form without one. */
export const readFiles = (
  services: Needs<typeof bindStore>,
  rule: FileRule,
  callerOf: (request: Request) => Caller,
  readForm: RequestHandler,
): RequestHandler => {
  const isToMemory = rule.to === "memory";
  const withFile = new WeakSet<Request>();
  const multipart = multer({
    storage: isToMemory ? multer.memoryStorage() : streamToStore(bindStore(services), callerOf),
    defParamCharset: "utf8",
    limits: {
      ...formLimits,
      ...(isToMemory && { fileSize: rule.mostMib * bytesIn.mebibyte }),
    },
    fileFilter: (request, _file, accept) => {
      if (withFile.has(request)) {
        accept(new FileRefused(isToMemory ? malformedRequest(rule.whenNotOne) : onlyOneFile));
        return;
      }
      withFile.add(request);
      accept(null, true);
    },
  }).any();
  return (request, response, next) => {
    const isEmpty = request.headers["content-length"] === "0";
    if (isEmpty || !request.is("multipart/form-data")) return readForm(request, response, next);
    multipart(request, response, (error?: unknown) => {
      const isTooLarge = error instanceof multer.MulterError && error.code === "LIMIT_FILE_SIZE";
      next(isToMemory && isTooLarge ? new FileRefused(pictureTooLarge(rule.mostMib)) : error);
    });
  };
};
