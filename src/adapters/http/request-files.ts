import type { Request, RequestHandler } from "express";
import { isLeft } from "fp-ts/Either";
import multer from "multer";
import type { Caller } from "../../application/caller";
import { type Needs, together } from "../../application/together";
import { discardFile, type ReceivedFile, receiveFile } from "../../application/uploads/receive-file";
import { type ApiError, badRequest } from "../../domain/errors";
import type { FileRule } from "./endpoint";
import type { GivenFiles } from "./request-context";

/** A file that isn't taken, for a reason that the caller is told. */
export class FileRefused extends Error {
  constructor(readonly failure: ApiError) {
    super(failure.message);
  }
}

interface WithFiles {
  files?: readonly (Express.Multer.File & { readonly received?: ReceivedFile })[];
}

/** The files that came with a request. */
export const filesIn = (request: Request): GivenFiles => {
  const files = (request as WithFiles).files ?? [];
  return {
    stored: files.flatMap(({ received }) => received ?? []),
    read: files.flatMap(({ buffer }) => buffer ?? []),
  };
};

const oneFile = badRequest("You may only upload one file at a time");
/** What comes beside a file is short: its name, or whether a logo is for the night. */
const formLimits = {
  fields: 20,
  parts: 22,
  fieldSize: 10_000,
  fieldNameSize: 200,
  headerPairs: 20,
  // Names in brackets would become lists and objects, of whatever length they say.
  fieldNestingDepth: 0,
};

/** Names that clients sent percent-encoded, as some do. */
const plainName = (name: string): string => {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
};

const useStore = together({ discardFile, receiveFile });

/** Takes each file into the store while it comes in. */
const storing = (
  { discardFile, receiveFile }: ReturnType<typeof useStore>,
  callerOf: (request: Request) => Caller,
): multer.StorageEngine => ({
  _handleFile: (request, { originalname, stream }, done) => {
    // Where it isn't read to its end, the parser still needs it whole.
    const content: AsyncIterable<Uint8Array> = stream.iterator({ destroyOnReturn: false });
    const announced = Number(request.headers["content-length"]) || undefined;
    receiveFile(callerOf(request), { name: plainName(originalname), content, announced })().then(
      (outcome) => {
        if (isLeft(outcome)) done(new FileRefused(outcome.left));
        else done(null, { received: outcome.right } as Partial<Express.Multer.File>);
      },
      done,
    );
  },
  _removeFile: (request, file, done) => {
    const { received } = file as { received?: ReceivedFile };
    if (received === undefined) return done(null);
    discardFile(callerOf(request), received)().then(() => done(null), done);
  },
});

const tooLarge = (mib: number): ApiError =>
  badRequest(`Uploaded file is larger than the allowed limit of ${mib} MiB`);

/** Reads a multipart body with a file in it, or a form without one. */
export const readFiles = (
  services: Needs<typeof useStore>,
  rule: FileRule,
  callerOf: (request: Request) => Caller,
  readForm: RequestHandler,
): RequestHandler => {
  const isToMemory = rule.to === "memory";
  const multipart = multer({
    storage: isToMemory ? multer.memoryStorage() : storing(useStore(services), callerOf),
    defParamCharset: "utf8",
    limits: {
      ...formLimits,
      ...(isToMemory && { fileSize: rule.mostMib * 1024 * 1024 }),
    },
    fileFilter: (request, _file, accept) => {
      const counted = request as Request & { seenFile?: boolean };
      if (counted.seenFile) {
        accept(new FileRefused(isToMemory ? badRequest(rule.whenNotOne) : oneFile));
        return;
      }
      counted.seenFile = true;
      accept(null, true);
    },
  }).any();
  return (request, response, next) => {
    const isEmpty = request.headers["content-length"] === "0";
    if (isEmpty || !request.is("multipart/form-data")) return readForm(request, response, next);
    multipart(request, response, (error?: unknown) => {
      const isTooLarge = error instanceof multer.MulterError && error.code === "LIMIT_FILE_SIZE";
      next(isToMemory && isTooLarge ? new FileRefused(tooLarge(rule.mostMib)) : error);
    });
  };
};
