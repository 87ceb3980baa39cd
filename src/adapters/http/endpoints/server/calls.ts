import { pipe } from "fp-ts/function";
import type { TaskEither } from "fp-ts/TaskEither";
import * as TE from "fp-ts/TaskEither";
import type { ApiError } from "../../../../application/api-error";
import { createCall, type NewCall } from "../../../../application/calls/create-call";
import { required, withDefault } from "../../../zulip-wire/codecs/parameter";
import { bool, text } from "../../../zulip-wire/codecs/wire-type";
import { endpoint } from "../../declaration/endpoint";
import type { SignedInContext } from "../../declaration/request-context";

type CreateCall = ReturnType<typeof createCall>;

const response = { url: { type: "string" } };
const title = "Meeting";

const create = (
  createCall: CreateCall,
  { caller }: SignedInContext,
  call: NewCall,
): TaskEither<ApiError, { url: string }> =>
  pipe(
    createCall(caller, call),
    TE.map((url) => ({ url })),
  );

const createCallEndpoint = endpoint({
  method: "post",
  at: "/calls/provider/create",
  section: "4.23",
  caller: "user",
  cost: "outgoing",
  summary: "Create a video call at the service that the organization has chosen",
  path: {},
  params: {},
  response,
  use: createCall,
  run: (createCall, context) => create(createCall, context, { provider: undefined, title, isVideo: true }),
});

/** Services that need only the caller. */
const plain = (["webex", "jitsi", "constructorgroups"] as const).map((provider) =>
  endpoint({
    method: "post",
    at: `/calls/${provider}/create`,
    section: "4.23",
    caller: "user",
    cost: "outgoing",
    summary: "Create a video call at this service",
    path: {},
    params: {},
    response,
    use: createCall,
    run: (createCall, context) => create(createCall, context, { provider, title, isVideo: true }),
  }),
);

const createZoomCallEndpoint = endpoint({
  method: "post",
  at: "/calls/zoom/create",
  caller: "user",
  cost: "outgoing",
  summary: "Create a call at Zoom that starts with cameras on or off",
  path: {},
  params: { is_video_call: withDefault(bool, true) },
  response,
  use: createCall,
  run: (createCall, context, input) =>
    create(createCall, context, { provider: "zoom", title, isVideo: input.is_video_call }),
});

const createMeetingEndpoint = endpoint({
  method: "get",
  at: "/calls/bigbluebutton/create",
  caller: "user",
  cost: "outgoing",
  summary: "Create a link to a BigBlueButton meeting, which begins when somebody follows it",
  path: {},
  params: { meeting_name: required(text), voice_only: withDefault(bool, false) },
  response,
  use: createCall,
  run: (createCall, context, input) =>
    create(createCall, context, {
      provider: "bigbluebutton",
      title: input.meeting_name,
      isVideo: !input.voice_only,
    }),
});

/** Services with named rooms. */
const inRooms = (["nextcloud_talk", "galene"] as const).map((provider) =>
  endpoint({
    method: "post",
    at: `/calls/${provider}/create`,
    caller: "user",
    cost: "outgoing",
    summary: "Create a room for a video call at this service",
    path: {},
    params: { room_name: required(text) },
    response,
    use: createCall,
    run: (createCall, context, input) =>
      create(createCall, context, { provider, title: input.room_name, isVideo: true }),
  }),
);

/** The endpoint of each service, as clients know it. */
const createCallAt = [...plain, createZoomCallEndpoint, createMeetingEndpoint, ...inRooms];

export const callEndpoints = [createCallEndpoint, ...createCallAt];
