import { randomUUID } from "node:crypto";
import type { Request } from "express";
import { type Either, isLeft } from "fp-ts/Either";
import { type Needs, together } from "../../application/together";
import {
  beginResumable,
  continueResumable,
  discardResumable,
  findResumable,
  type ResumableUpload,
} from "../../application/uploads/resumable-upload";
import type { ApiError } from "../../domain/errors";
import type { Authentication } from "./authentication";
import { uploadFileEndpoint } from "./endpoints/uploads";
import { errorResponse } from "./error-response";
import type { Protocol } from "./protocol";
import type { SignedInContext } from "./request-context";
import { sendJson } from "./send";

// Published as an ECMAScript module only.
type Tus = typeof import("@tus/server", { with: { "resolution-mode": "import" }});
type DataStore = InstanceType<Tus["DataStore"]>;
type Server = InstanceType<Tus["Server"]>;
type Upload = InstanceType<Tus["Upload"]>;

const version = "1.0.0";
const contentType = "application/offset+octet-stream";

const at = "/tus";
const address = `/api/v1${at}`;

/** Ours and the library's own refusals have a status. Whatever else is thrown is a bug, or the storage's affair. */
interface Refusal {
  readonly status_code: number;
  readonly body: string;
}

const isRefusal = (thrown: unknown): thrown is Refusal =>
  typeof thrown === "object" && thrown !== null && !(thrown instanceof Error) && "status_code" in thrown;

/** What the protocol's clients understand, and ours too: a status that isn't tried again, and words. */
const refusal = (error: ApiError): Refusal => {
  const { status, body } = errorResponse(error);
  const isTooMuch = error.code === "FILE_TOO_LARGE" || error.code === "REALM_UPLOAD_QUOTA";
  return { status_code: isTooMuch ? 413 : status, body: JSON.stringify({ ...body, message: error.message }) };
};

const orRefusal = <A>(outcome: Either<ApiError, A>): A => {
  if (isLeft(outcome)) throw refusal(outcome.left);
  return outcome.right;
};

/** The path of the upload that a request is about: all behind the endpoint's own. */
const pathIn = (url: string): string | undefined => {
  const [, path] = /\/tus\/(.+?)\/?$/.exec(new URL(url, "http://host").pathname) ?? [];
  try {
    return path && decodeURIComponent(path);
  } catch {
    return undefined;
  }
};

const failure = (message: string): object => ({
  result: "error",
  msg: message,
  message,
  code: "BAD_REQUEST",
});

/** Why the protocol refuses a request by its headers alone; undefined where it may go on. */
const refusalByHeaders = ({ method, headers }: Request): { status: number; message: string } | undefined => {
  const spoken = headers["tus-resumable"];
  // The library answers these two without the header.
  if (method !== "OPTIONS" && method !== "GET" && spoken !== version)
    return {
      status: 412,
      message: spoken === undefined ? "Tus-Resumable Required" : "Unsupported Tus-Resumable",
    };
  if (method === "PATCH" && headers["content-type"] !== contentType)
    return { status: 415, message: `Content-Type must be ${contentType}` };
  return undefined;
};

const useUploads = together({ beginResumable, continueResumable, discardResumable, findResumable });
type BoundUploads = ReturnType<typeof useUploads>;

/** One caller's uploads, as the protocol's server wants to have them. */
const storeOf = (
  { DataStore: Store, Metadata, Upload: Found }: Tus,
  { beginResumable, continueResumable, discardResumable, findResumable }: BoundUploads,
  { caller }: SignedInContext,
  metadata: string | undefined,
): DataStore => {
  const find = async (path: string): Promise<ResumableUpload> =>
    orRefusal(await findResumable(caller, path)());
  return new (class extends Store {
    override extensions = ["creation", "creation-with-upload", "termination"];

    override async create(upload: Upload): Promise<Upload> {
      const given = { name: upload.metadata?.filename ?? "", size: upload.size ?? 0, metadata };
      const begun = orRefusal(await beginResumable(caller, given)());
      upload.id = begun.path;
      return upload;
    }

    override async write(content: NodeJS.ReadableStream, path: string): Promise<number> {
      const pieces = content as AsyncIterable<Uint8Array>;
      return orRefusal(await continueResumable(caller, await find(path), pieces)()).offset;
    }

    override async getUpload(path: string): Promise<Upload> {
      const { name, size, offset, metadata: given } = await find(path);
      const metadata = given === undefined ? { filename: name } : Metadata.parse(given);
      return new Found({ id: path, size, offset, metadata });
    }

    override async remove(path: string): Promise<void> {
      orRefusal(await discardResumable(caller, await find(path))());
    }
  })();
};

/** Uploads that go on where they were cut off, by the tus protocol. API §4.24. */
export const resumableUploads = (
  services: Needs<typeof useUploads>,
  authentication: Authentication,
): Protocol => {
  const useCases = useUploads(services);
  const load = () => import("@tus/server").then((tus) => ({ tus, locker: new tus.MemoryLocker() }));
  // At the first upload, and once: all uploads share the locks.
  let loaded: ReturnType<typeof load> | undefined;

  const serverFor = async (context: SignedInContext, metadata: string | undefined): Promise<Server> => {
    loaded ??= load();
    const { tus, locker } = await loaded;
    // The protocol's own refusals are plain text: they get the envelope like all others.
    const Enveloping = class extends tus.Server {
      override write(...[context, headers, status, text = ""]: Parameters<Server["write"]>) {
        if (status >= 400) headers.set("Content-Type", "application/json");
        const body = status >= 400 && !text.startsWith("{") ? JSON.stringify(failure(text.trim())) : text;
        return super.write(context, headers, status, body);
      }
    };
    return new Enveloping({
      path: address,
      datastore: storeOf(tus, useCases, context, metadata),
      locker,
      disableTerminationForFinishedUploads: true,
      // Pages of other servers have no business here.
      allowedOrigins: [],
      // For the time until it has its path, which it gets when it is begun.
      namingFunction: () => randomUUID(),
      generateUrl: (_request, { id }) => `${address}/${id.split("/").map(encodeURIComponent).join("/")}`,
      getFileIdFromRequest: ({ url }) => pathIn(url),
      // The library would answer with the exception's own words.
      onResponseError: (_request, thrown) => {
        if (!isRefusal(thrown)) throw thrown;
        return undefined;
      },
      onUploadFinish: async ({ method }, { id }) => {
        const { attachment } = orRefusal(await useCases.findResumable(context.caller, id)());
        const url = `/user_uploads/${id}`;
        return {
          // Whoever creates an upload is told of its address, which goes with 201 only.
          ...(method === "PATCH" && { status_code: 200 }),
          headers: { "Content-Type": "application/json" },
          body: JSON.stringify({ url, filename: attachment?.name }),
        };
      },
    });
  };

  return {
    at,
    callers: uploadFileEndpoint,
    authentication,
    answer: async (context, request, response) => {
      request.url = request.originalUrl;
      // For clients whose network lets no PATCH through.
      request.method = request.get("X-HTTP-Method-Override")?.toUpperCase() ?? request.method;
      const refused = refusalByHeaders(request);
      if (refused) {
        response.status(refused.status).set("Tus-Resumable", version);
        if (refused.status === 412) response.set("Tus-Version", version);
        return sendJson(response, failure(refused.message));
      }
      const server = await serverFor(context, request.get("Upload-Metadata"));
      await server.handle(request, response);
    },
  };
};
