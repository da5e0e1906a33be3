import { useState } from 'react';
import { downloadFile } from '#lib/download.ts';
import { getErrorMessage } from '#lib/error-message.ts';
import { Button } from '#ui/button.tsx';
import { Dialog, FormDialog } from '#ui/dialog.tsx';
import { ErrorBox } from '#ui/error-box.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { toast } from '#ui/toast.ts';
import type { Area } from '#crud/area.ts';
import {
  anonymiseTitular,
  openTitularDialog,
  readPersonalData,
  useTitularTask,
} from './titular.queries.ts';
import type { RemainingTextCounts, TitularTask } from './titular.queries.ts';
import { renderPersonalDataPage } from './personal-data-page.ts';

export type TitularDialogHostProps = { areas: readonly Pick<Area, 'table' | 'count'>[] };

/** Renders the open dialog about a titular's data, if there is one. The application renders this component once. */
export function TitularDialogHost({ areas }: TitularDialogHostProps) {
  const task = useTitularTask();
  if (!task) return null;
  if (task.what === 'not_reached') return <NotReachedDialog {...task} areas={areas} />;
  const PersonDialog = task.what === 'export' ? ExportDialog : AnonymiseDialog;
  return <PersonDialog key={task.titular.id} {...task} />;
}

const close = () => openTitularDialog(undefined);

type PersonTask = Exclude<TitularTask, { what: 'not_reached' }>;

function ExportDialog({ titular }: PersonTask) {
  const [busy, setBusy] = useState<Format>();
  const [problem, setProblem] = useState<string>();
  async function save(format: Format) {
    setBusy(format);
    setProblem(undefined);
    try {
      const data = await readPersonalData(titular);
      const fileName = `dados de ${String(data.record['name'] ?? titular.name)}`;
      const content =
        format === 'json' ? JSON.stringify(data, null, 2) : await renderPersonalDataPage(data);
      downloadFile(`${fileName}.${format}`, new Blob([content], { type: types[format] }));
    } catch (error) {
      setProblem(getErrorMessage(error));
    } finally {
      setBusy(undefined);
    }
  }
  return (
    <Dialog
      title="Exportar dados do titular"
      onClose={close}
      footer={
        <>
          <Button busy={busy === 'json'} onClick={() => void save('json')}>
            Baixar em JSON
          </Button>
          <Button variant="primary" busy={busy === 'html'} onClick={() => void save('html')}>
            Baixar página para ler
          </Button>
        </>
      }
    >
      <p className="font-medium wrap-anywhere">{titular.name}</p>
      <p className="mt-2 text-muted">
        O cadastro, as alterações e quem as fez
        {titular.area.table === 'profiles' && ', o login, as entradas e saídas'}: tudo o que a
        Vitrine tem sobre esta pessoa; de um histórico muito longo, só as 5.000 alterações mais
        novas. A página abre em qualquer navegador e pode ser impressa; o JSON serve para outro
        sistema. A exportação é registrada na Atividade.
      </p>
      {problem && (
        <div className="mt-3">
          <ErrorBox>{`Falha ao exportar os dados: ${problem}`}</ErrorBox>
        </div>
      )}
    </Dialog>
  );
}

const types = { json: 'application/json', html: 'text/html;charset=utf-8' };
type Format = keyof typeof types;

function AnonymiseDialog({ titular, gone, onDone }: PersonTask) {
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  async function confirm() {
    if (asShown(typed) !== asShown(titular.name))
      return setError(`Digite exatamente: ${titular.name}`);
    setBusy(true);
    try {
      const notReached = await anonymiseTitular(titular, gone === true);
      toast.success('Titular anonimizado.');
      close();
      onDone?.();
      if (Object.keys(notReached).length > 0)
        openTitularDialog({ what: 'not_reached', titular, notReached });
    } catch (failure) {
      setError(`Falha ao anonimizar: ${getErrorMessage(failure)}`);
      setBusy(false);
    }
  }
  return (
    <FormDialog
      title="Anonimizar"
      role="alertdialog"
      action="Anonimizar"
      tone="danger"
      busy={busy}
      onClose={close}
      onSubmit={() => void confirm()}
    >
      <LostData titular={titular} gone={gone} />
      <div className="mt-4">
        <TextField
          label={`Para confirmar, digite o nome: ${titular.name}`}
          autoComplete="off"
          data-autofocus
          value={typed}
          error={error}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value);
            setError(undefined);
          }}
        />
      </div>
    </FormDialog>
  );
}

/**
 * Returns a name as the page shows it, with single spaces and composed accents (NFC). Compare the results instead of
 * the names, because users cannot see which spaces and accents are stored.
 */
function asShown(name: string): string {
  return name.normalize('NFC').replace(/\s+/g, ' ').trim();
}

type NotReachedDialogProps = TitularDialogHostProps & { notReached: RemainingTextCounts };

function NotReachedDialog({ areas, notReached }: NotReachedDialogProps) {
  const isFound = Object.values(notReached).some((number) => number !== null);
  return (
    <Dialog title="Dados que ainda aparecem em outros textos" onClose={close}>
      <p>
        O nome, o e-mail ou o telefone do titular{' '}
        {isFound ? 'ainda aparece' : 'talvez ainda apareça'} em textos de outros cadastros. Quem os
        escreveu decide como corrigi-los:
      </p>
      <ul className="mt-2 list-disc space-y-1 pl-5 text-muted">
        {areas.map(({ table, count: [one, many] }) => {
          const number = notReached[table];
          if (number === undefined) return null;
          const text =
            number === null
              ? `talvez em ${many}: são muitos para procurar em todos de uma vez`
              : `${number} ${number === 1 ? one : many}`;
          return <li key={table}>{text}</li>;
        })}
      </ul>
    </Dialog>
  );
}

function LostData({ titular, gone }: Pick<PersonTask, 'titular' | 'gone'>) {
  const isUser = titular.area.table === 'profiles';
  return (
    <>
      <p>
        O que identifica <strong className="font-medium wrap-anywhere">{titular.name}</strong> é
        apagado para sempre; nem 'Desfazer' nem a Lixeira o restauram:
      </p>
      <ul className="mt-2 list-disc space-y-1 pl-5 text-muted">
        <li>
          {isUser
            ? 'nome, e-mail, empresa, telefone e foto do perfil'
            : 'nome, e-mail, telefone, endereço, Instagram e logo do cadastro'}
        </li>
        <li>os mesmos dados no histórico, na Lixeira, em planilhas enviadas e em arquivos</li>
        {isUser && <li>o login: as sessões terminam e ninguém mais entra com ele</li>}
      </ul>
      <p className="mt-2 text-muted">
        {gone
          ? 'O registro excluído sai da Lixeira e não pode mais ser restaurado'
          : 'O registro continua na lista, como "Titular anonimizado"'}
        ; a Atividade diz quem anonimizou. Cópias de segurança já feitas ainda têm os dados até
        serem apagadas, e rascunhos e a lista 'Abertos recentemente' em outros navegadores, por até
        30 dias.
      </p>
    </>
  );
}
