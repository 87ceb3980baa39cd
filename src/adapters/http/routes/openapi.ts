import type { RequestHandler } from "express";
import type { Parameters } from "../../zulip-wire/codecs/parameter";
import type { WireType } from "../../zulip-wire/codecs/wire-type";
import { wholeBody } from "../../zulip-wire/json";
import { versionFields } from "../../zulip-wire/version";
import { costOf } from "../declaration/cost";
import type { AnyEndpoint } from "../declaration/endpoint";
import { sendWritten } from "../reply/send";

const asJson = ({ isJson, schema }: WireType<unknown>): object =>
  isJson ? { content: { "application/json": { schema } } } : { schema };

const parametersIn = (place: "path" | "query", parameters: Parameters): object[] =>
  Object.entries(parameters).map(([name, { type, isRequired, whenAbsent }]) => ({
    name,
    in: place,
    required: place === "path" || isRequired,
    ...(whenAbsent !== undefined && { example: whenAbsent }),
    ...asJson(type),
  }));

const bodyOf = (parameters: Parameters): object => {
  const entries = Object.entries(parameters);
  const encoded = entries
    .filter(([, { type }]) => type.isJson)
    .map(([name]) => [name, { contentType: "application/json" }]);
  return {
    content: {
      "application/x-www-form-urlencoded": {
        schema: {
          type: "object",
          properties: Object.fromEntries(entries.map(([name, { type }]) => [name, type.schema])),
          required: entries.filter(([, { isRequired }]) => isRequired).map(([name]) => name),
        },
        ...(encoded.length > 0 && { encoding: Object.fromEntries(encoded) }),
      },
    },
  };
};

/** A form with one file under any name. */
const fileBodyOf = (parameters: Parameters): object => {
  const fields = Object.entries(parameters);
  return {
    content: {
      "multipart/form-data": {
        schema: {
          type: "object",
          properties: {
            file: { type: "string", contentMediaType: "application/octet-stream" },
            ...Object.fromEntries(fields.map(([name, { type }]) => [name, type.schema])),
          },
          required: ["file", ...fields.flatMap(([name, { isRequired }]) => (isRequired ? [name] : []))],
        },
      },
    },
  };
};

const success = (declared: AnyEndpoint): object =>
  declared.answersWith === undefined
    ? successInJson(declared)
    : { description: "Success", content: { [declared.answersWith]: { schema: { type: "string" } } } };

const successInJson = (declared: AnyEndpoint): object => ({
  description: "Success",
  content: {
    "application/json": {
      schema: {
        type: "object",
        properties: {
          result: { const: "success" },
          msg: { const: "" },
          ignored_parameters_unsupported: { type: "array", items: { type: "string" } },
          ...declared.response,
        },
        required: ["result", "msg"],
      },
    },
  },
});

const failure = { $ref: "#/components/responses/Failure" };

const operation = (declared: AnyEndpoint): object => {
  const inQuery = declared.method === "get" || declared.method === "delete";
  const takesFile = declared.caller === "user" && declared.takesFile !== undefined;
  const hasBody = !inQuery && Object.keys(declared.params).length > 0;
  return {
    operationId: `${declared.method}${declared.at.replace(/[^a-z]+/g, "-")}`,
    summary: declared.summary,
    ...(declared.section && { description: `API document, §${declared.section}` }),
    parameters: [
      ...parametersIn("path", declared.path),
      ...(inQuery ? parametersIn("query", declared.params) : []),
    ],
    ...(takesFile
      ? { requestBody: fileBodyOf(declared.params) }
      : hasBody && { requestBody: bodyOf(declared.params) }),
    security: { anyone: [], spectator: [{ apiKey: [] }, {}], user: [{ apiKey: [] }], webhook: [] }[
      declared.caller
    ],
    responses: { "200": success(declared), default: failure },
    "x-cost": costOf(declared),
  };
};

/** The OpenAPI document of the declared endpoints. API §4. */
export const openApi = (endpoints: readonly AnyEndpoint[], url: string): object => {
  const paths: Record<string, Record<string, object>> = {};
  for (const declared of endpoints) {
    const path = declared.at.replace("{+", "{");
    paths[path] = { ...paths[path], [declared.method]: operation(declared) };
  }
  return {
    openapi: "3.1.0",
    info: { title: "Parley", version: String(versionFields.service_feature_level) },
    servers: [{ url: `${url}/api/v1` }],
    paths,
    components: {
      securitySchemes: {
        apiKey: { type: "http", scheme: "basic", description: "Email address and API key" },
      },
      responses: {
        Failure: {
          description: "Failure",
          content: {
            "application/json": {
              schema: {
                type: "object",
                properties: { result: { const: "error" }, msg: { type: "string" }, code: { type: "string" } },
                required: ["result", "msg", "code"],
              },
            },
          },
        },
      },
    },
  };
};

/** Sends the document, which is written once: it has a quarter of a megabyte. */
export const openApiRoute = (endpoints: readonly AnyEndpoint[], url: string): RequestHandler => {
  let written: Uint8Array | undefined;
  return (_request, response) => {
    written ??= Buffer.from(wholeBody(openApi(endpoints, url)));
    sendWritten(response, written);
  };
};
