import { randomUUID } from "node:crypto";
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

// Published as an ECMAScript module only.
type Tus = typeof import("@tus/server", { with: { "resolution-mode": "import" }});
type DataStore = InstanceType<Tus["DataStore"]>;
type Server = InstanceType<Tus["Server"]>;
type Upload = InstanceType<Tus["Upload"]>;

const at = "/tus";
const address = `/api/v1${at}`;

/** What the protocol's clients understand, and ours too: a status that isn't tried again, and words. */
const refusal = (error: ApiError): { readonly status_code: number; readonly body: string } => {
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

const useUploads = together({ beginResumable, continueResumable, discardResumable, findResumable });
type BoundUploads = ReturnType<typeof useUploads>;

/** One caller's uploads, as the protocol's server wants to have them. */
const storeOf = (
  { DataStore: Store, Upload: Found }: Tus,
  { beginResumable, continueResumable, discardResumable, findResumable }: BoundUploads,
  { caller }: SignedInContext,
): DataStore => {
  const find = async (path: string): Promise<ResumableUpload> =>
    orRefusal(await findResumable(caller, path)());
  return new (class extends Store {
    override extensions = ["creation", "creation-with-upload", "termination"];

    override async create(upload: Upload): Promise<Upload> {
      const given = { name: upload.metadata?.filename ?? "", size: upload.size ?? 0 };
      const begun = orRefusal(await beginResumable(caller, given)());
      upload.id = begun.path;
      return upload;
    }

    override async write(content: NodeJS.ReadableStream, path: string): Promise<number> {
      const pieces = content as AsyncIterable<Uint8Array>;
      return orRefusal(await continueResumable(caller, await find(path), pieces)()).offset;
    }

    override async getUpload(path: string): Promise<Upload> {
      const { name, size, offset } = await find(path);
      return new Found({ id: path, size, offset, metadata: { filename: name } });
    }

    override async remove(path: string): Promise<void> {
      orRefusal(await discardResumable(await find(path))());
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

  const serverFor = async (context: SignedInContext): Promise<Server> => {
    loaded ??= load();
    const { tus, locker } = await loaded;
    // The protocol's own refusals are plain text: they get the envelope like all others.
    const Enveloping = class extends tus.Server {
      override write(...[context, headers, status, text = ""]: Parameters<Server["write"]>) {
        const failure = { result: "error", msg: text.trim(), message: text.trim(), code: "BAD_REQUEST" };
        if (status >= 400) headers.set("Content-Type", "application/json");
        const body = status >= 400 && !text.startsWith("{") ? JSON.stringify(failure) : text;
        return super.write(context, headers, status, body);
      }
    };
    return new Enveloping({
      path: address,
      datastore: storeOf(tus, useCases, context),
      locker,
      disableTerminationForFinishedUploads: true,
      // Pages of other servers have no business here.
      allowedOrigins: [],
      // For the time until it has its path, which it gets when it is begun.
      namingFunction: () => randomUUID(),
      generateUrl: (_request, { id }) => `${address}/${id.split("/").map(encodeURIComponent).join("/")}`,
      getFileIdFromRequest: ({ url }) => pathIn(url),
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
      const server = await serverFor(context);
      await server.handle(request, response);
    },
  };
};
