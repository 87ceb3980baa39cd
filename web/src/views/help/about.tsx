import { useSignal } from "@preact/signals";
import { fetchServer, type Server } from "../../api/services";
import { useApp } from "../../app/app";
import { Overlay } from "../../ui/overlay";
import { useLoading } from "../../ui/use-loading";
import { words } from "../../words/en";
import { helpWords } from "../../words/en-help";

/** The version of the server that this client was built with. */
declare const VERSION: string;

/** What this server is, and which API it serves. */
export const About = ({ onClose }: { readonly onClose: () => void }) => {
  const { session, store } = useApp();
  const server = useSignal<Server | undefined>(undefined);
  const failure = useLoading(server.value ? undefined : "server", async () => {
    server.value = await fetchServer();
  });
  const rows = server.value && [
    [helpWords.organization, String(store.realm.value.realm_name ?? session.realm_name)],
    [helpWords.version, VERSION],
    [helpWords.compatible, helpWords.zulip(server.value.zulip_version)],
    [helpWords.featureLevel, String(server.value.zulip_feature_level)],
  ];
  return (
    <Overlay title={helpWords.about} onClose={onClose} class="card">
      <p class="card-status">{helpWords.whatItIs}</p>
      {rows ? (
        <div class="card-body">
          <dl>
            {rows.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd dir="auto">{value}</dd>
              </div>
            ))}
          </dl>
        </div>
      ) : (
        <p class="soft" role="status">
          {failure ? helpWords.noAnswerYet : words.loading}
        </p>
      )}
    </Overlay>
  );
};
