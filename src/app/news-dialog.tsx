import { Dialog } from '#ui/dialog.tsx';
import changelog from '../../docs/CHANGELOG.md?raw';

/** The changes of each version, as docs/CHANGELOG.md lists them. */
export function NewsDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Novidades" size="lg" onClose={onClose}>
      <div className="grid gap-6">
        {versionsOf(changelog).map(({ title, lines }) => (
          <section key={title} className="grid gap-1.5">
            <h3 className="font-semibold">Versão {title}</h3>
            {lines.map((line) => (
              <ChangelogLine key={line} line={line} />
            ))}
          </section>
        ))}
      </div>
    </Dialog>
  );
}

function ChangelogLine({ line }: { line: string }) {
  const text = line.replaceAll(/[`*]|^- /g, '');
  if (line.startsWith('**')) return <h4 className="mt-2 font-medium">{text}</h4>;
  return <p className="text-muted">{text}</p>;
}

function versionsOf(text: string) {
  const [, ...versions] = text.split(/^## /m);
  return versions.map((version) => {
    const [title = '', ...lines] = version.split('\n').filter(Boolean);
    return { title, lines };
  });
}
