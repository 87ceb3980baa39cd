import { map } from "fp-ts/TaskEither";
import * as t from "io-ts";
import type { ChannelFolder } from "../../../domain/channel-folder";
import { optional, required, withDefault } from "../codecs/parameter";
import { bool, json, nat, natural, rawText, text } from "../codecs/wire-type";
import { encodeChannelFolder } from "../encode/channel-folder";
import { done, endpoint } from "../endpoint";

const listFolders = endpoint({
  method: "get",
  at: "/channel_folders",
  caller: "user",
  summary: "The folders for channels, in their order",
  path: {},
  params: { include_archived: withDefault(bool, false) },
  response: { channel_folders: { type: "array", items: { type: "object" } } },
  run: (app, { caller }, { include_archived }) =>
    map((folders: readonly ChannelFolder[]) => ({
      channel_folders: folders.flatMap((folder, place) =>
        folder.isArchived && !include_archived ? [] : [encodeChannelFolder(folder, place)],
      ),
    }))(app.channelFolders.list(caller)),
});

const createFolder = endpoint({
  method: "post",
  at: "/channel_folders/create",
  section: "4.5",
  caller: "user",
  forAtLeast: "administrator",
  summary: "Make a folder for channels. Administrators only",
  path: {},
  params: { name: required(rawText), description: required(text) },
  response: { channel_folder_id: { type: "integer" } },
  run: (app, { caller }, wanted) =>
    map((id: number) => ({ channel_folder_id: id }))(app.channelFolders.create(caller, wanted)),
});

const updateFolder = endpoint({
  method: "patch",
  at: "/channel_folders/{channel_folder_id}",
  caller: "user",
  forAtLeast: "administrator",
  summary: "Change a folder for channels, or take it out of use. Administrators only",
  path: { channel_folder_id: required(nat) },
  params: { name: optional(rawText), description: optional(text), is_archived: optional(bool) },
  response: {},
  run: (app, { caller }, { channel_folder_id, name, description, is_archived }) =>
    done(
      app.channelFolders.update(caller, {
        ...{ folderId: channel_folder_id, name, description, isArchived: is_archived },
      }),
    ),
});

const reorderFolders = endpoint({
  method: "patch",
  at: "/channel_folders",
  caller: "user",
  forAtLeast: "administrator",
  summary: "Put the folders for channels into another order. Administrators only",
  path: {},
  params: { order: required(json(t.array(natural))) },
  response: {},
  run: (app, { caller }, { order }) => done(app.channelFolders.reorder(caller, order)),
});

export const channelFolderEndpoints = [listFolders, createFolder, updateFolder, reorderFolders];
