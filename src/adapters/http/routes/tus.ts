import { randomUUID } from "node:crypto";
import type { Request } from "express";
import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import type { TaskEither } from "fp-ts/TaskEither";
import type { ApiError } from "../../../application/api-error";
import { bindUseCases, type Needs } from "../../../application/bind-use-cases";
import { beginResumableUpload } from "../../../application/uploads/begin-resumable-upload";
import { continueResumableUpload } from "../../../application/uploads/continue-resumable-upload";
import { discardResumableUpload } from "../../../application/uploads/discard-resumable-upload";
import { findResumableUpload } from "../../../application/uploads/find-resumable-upload";
import { holdResumableUpload } from "../../../application/uploads/hold-resumable-upload";
import type { ResumableUpload } from "../../../application/uploads/shared/resumable-parts";
import { serverBusy } from "../../../domain/limit-refusals";
import { malformedRequest } from "../../zulip-wire/malformed-request";
import type { Authentication } from "../authentication/authentication";
import type { SignedInContext } from "../declaration/request-context";
import { uploadFileEndpoint } from "../endpoints/files/uploads";
import { errorResponse } from "../reply/error-response";
import { sendJson } from "../reply/send";
import type { Protocol } from "./protocol";
import { storedLocks } from "./tus-lock";

// Published only as an ECMAScript module.
type Tus = typeof import("@tus/server", { with: { "resolution-mode": "import" }});
type DataStore = InstanceType<Tus["DataStore"]>;
type Server = InstanceType<Tus["Server"]>;
type Upload = InstanceType<Tus["Upload"]>;

const version = "1.0.0";
const contentType = "application/offset+octet-stream";

const at = "/tus";
const address = `/api/v1${at}`;

/**
 * Refusals of this server and of the library have a status. Anything else thrown is a bug or a storage
 * outage.
 */
interface Refusal {
  readonly status_code: number;
  readonly body: string;
}

const isRefusal = (thrown: unknown): thrown is Refusal =>
  typeof thrown === "object" && thrown !== null && !(thrown instanceof Error) && "status_code" in thrown;

/** A refusal that the protocol's clients and ours understand: a status without retries, and a message. */
const refusal = (error: ApiError): Refusal => {
  const { status, body } = errorResponse(error);
  const isTooMuch = error.code === "FILE_TOO_LARGE" || error.code === "REALM_UPLOAD_QUOTA";
  return { status_code: isTooMuch ? 413 : status, body: JSON.stringify({ ...body, message: error.message }) };
};

/** Runs a use case, and throws its refusal as the library expects it. */
const orRefusal = async <A>(run: TaskEither<ApiError, A>): Promise<A> =>
  pipe(
    await run(),
    E.getOrElse((error): A => {
      throw refusal(error);
    }),
  );

/** The upload's path: the rest of the URL after the endpoint's. */
const pathIn = (url: string): string | undefined => {
  const [, path] = /\/tus\/(.+?)\/?$/.exec(new URL(url, "http://host").pathname) ?? [];
  try {
    return path && decodeURIComponent(path);
  } catch {
    return undefined;
  }
};

/** The envelope, with the message also where clients of the protocol look for it. */
const failure = (message: string): object => ({ ...errorResponse(malformedRequest(message)).body, message });

/** Characters: several names and a path. Proxies refuse answers with long heads. */
const longestMetadata = 3000;

/** Refuses a request whose headers don't fit the protocol. */
const checkHeaders = ({
  method,
  headers,
}: Request): E.Either<{ readonly status: number; readonly message: string }, undefined> => {
  const clientVersion = headers["tus-resumable"];
  // The library answers these two methods without the header.
  if (method !== "OPTIONS" && method !== "GET" && clientVersion !== version)
    return E.left({
      status: 412,
      message: clientVersion === undefined ? "Tus-Resumable Required" : "Unsupported Tus-Resumable",
    });
  if (method === "PATCH" && headers["content-type"] !== contentType)
    return E.left({ status: 415, message: `Content-Type must be ${contentType}` });
  // HEAD answers with it.
  if (method === "POST" && (headers["upload-metadata"]?.length ?? 0) > longestMetadata)
    return E.left({
      status: 400,
      message: `Upload-Metadata must have at most ${longestMetadata} characters`,
    });
  return E.right(undefined);
};

const bindUploads = bindUseCases({
  beginResumableUpload,
  continueResumableUpload,
  discardResumableUpload,
  findResumableUpload,
  holdResumableUpload,
});
type BoundUploads = ReturnType<typeof bindUploads>;

/** The caller's uploads, as the tus library's data store. */
const storeOf = (
  { DataStore: Store, Metadata, Upload: Found }: Tus,
  {
    beginResumableUpload,
    continueResumableUpload,
    discardResumableUpload,
    findResumableUpload,
  }: BoundUploads,
  { caller }: SignedInContext,
  metadata: string | undefined,
): DataStore => {
  const find = (path: string): Promise<ResumableUpload> => orRefusal(findResumableUpload(caller, path));
  return new (class extends Store {
    override extensions = ["creation", "creation-with-upload", "termination"];

    override async create(upload: Upload): Promise<Upload> {
      const input = { name: upload.metadata?.filename ?? "", size: upload.size ?? 0, metadata };
      const begun = await orRefusal(beginResumableUpload(caller, input));
      upload.id = begun.path;
      return upload;
    }

    override async write(content: NodeJS.ReadableStream, path: string): Promise<number> {
      // A request's body, which is read without an encoding.
      const pieces = content as AsyncIterable<Uint8Array>;
      const { offset } = await orRefusal(continueResumableUpload(caller, await find(path), pieces));
      return offset;
    }

    override async getUpload(path: string): Promise<Upload> {
      const { name, size, offset, metadata: encoded } = await find(path);
      const metadata = encoded === undefined ? { filename: name } : Metadata.parse(encoded);
      return new Found({ id: path, size, offset, metadata });
    }

    override async remove(path: string): Promise<void> {
      await orRefusal(discardResumableUpload(caller, await find(path)));
    }
  })();
};

/** Resumable uploads by the tus protocol. API §4.24. */
export const resumableUploads = (
  services: Needs<typeof bindUploads> & { readonly onError: (error: unknown) => void },
  authentication: Authentication,
): Protocol => {
  const useCases = bindUploads(services);
  const load = () => import("@tus/server");
  // Loaded once, for the first upload.
  let loaded: ReturnType<typeof load> | undefined;

  const serverFor = async (context: SignedInContext, metadata: string | undefined): Promise<Server> => {
    loaded ??= load();
    const tus = await loaded;
    const { realmId } = context.caller;
    const locker = storedLocks({
      hold: (path, name) => useCases.holdResumableUpload(realmId, path, name),
      isGone: () => context.isGone,
      busy: refusal(serverBusy),
      onError: services.onError,
    });
    // The library refuses in plain text: this adds the envelope.
    const Enveloping = class extends tus.Server {
      override write(...[context, headers, status, text = ""]: Parameters<Server["write"]>) {
        headers.set("Cache-Control", "no-store");
        // For what it doesn't support, the library answers 501, which blames the server.
        const answered = status === 501 ? 400 : status;
        if (status >= 400) headers.set("Content-Type", "application/json");
        // The library drops a refusal's headers.
        if (status === 503)
          for (const [name, value] of Object.entries(errorResponse(serverBusy).headers))
            headers.set(name, value);
        const body = status >= 400 && !text.startsWith("{") ? JSON.stringify(failure(text.trim())) : text;
        return super.write(context, headers, answered, body);
      }
    };
    return new Enveloping({
      path: address,
      datastore: storeOf(tus, useCases, context, metadata),
      locker,
      disableTerminationForFinishedUploads: true,
      // Other sites' pages must not upload.
      allowedOrigins: [],
      // A placeholder until the upload begins and gets its path.
      namingFunction: () => randomUUID(),
      generateUrl: (_request, { id }) => `${address}/${id.split("/").map(encodeURIComponent).join("/")}`,
      getFileIdFromRequest: ({ url }) => pathIn(url),
      // The library would answer with the exception's message.
      onResponseError: (_request, thrown) => {
        if (!isRefusal(thrown)) throw thrown;
        return undefined;
      },
      onUploadFinish: async ({ method }, { id }) => {
        const { attachment } = await orRefusal(useCases.findResumableUpload(context.caller, id));
        const url = `/user_uploads/${id}`;
        return {
          // Creating an upload keeps 201: with another status, the library wouldn't send its address.
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
      // For clients whose network blocks PATCH.
      request.method = request.get("X-HTTP-Method-Override")?.toUpperCase() ?? request.method;
      const headers = checkHeaders(request);
      if (E.isLeft(headers)) {
        const { status, message } = headers.left;
        response.status(status).set("Tus-Resumable", version);
        if (status === 412) response.set("Tus-Version", version);
        return sendJson(response, failure(message));
      }
      const server = await serverFor(context, request.get("Upload-Metadata"));
      await server.handle(request, response);
    },
  };
};
