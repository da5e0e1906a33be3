import { valibotResolver } from '@hookform/resolvers/valibot';
import { useParams } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { EditPage } from '#crud/edit-page.tsx';
import { useFields } from '#crud/fields.ts';
import { FormGroup } from '#crud/form-group.tsx';
import { FormPage } from '#crud/form-page.tsx';
import { formValues } from '#crud/form-values.ts';
import { useSave } from '#crud/use-save.tsx';
import { SelectField } from '#ui/fields/select-field.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { TextareaField } from '#ui/fields/textarea-field.tsx';
import {
  describeNotificacao,
  destinatarios,
  newNotificacao,
  notificacaoLabels,
  notificacaoSchema,
  statuses,
  tipos,
  visibilidades,
} from './notificacao.ts';
import type { NotificacaoRecord, NotificacaoValues } from './notificacao.ts';
import { notificacaoDetail, saveNotificacao } from './notificacoes.queries.ts';
import type { Notificacao } from './notificacoes.queries.ts';

/** /notificacoes/adicionar and /notificacoes/editar/{id} */
export function NotificacaoFormPage() {
  const { id } = useParams({ strict: false });
  if (!id) return <NotificacaoForm title="Nova Notificação" />;
  return (
    <EditPage
      key={id}
      title="Editar Notificação"
      record={notificacaoDetail(id)}
      missing="Notificação não encontrada"
      failure={() => 'Erro ao carregar dados da notificação'}
    >
      {(row) => <NotificacaoForm title="Editar Notificação" row={row} />}
    </EditPage>
  );
}

function NotificacaoForm({ title, row }: { title: string; row?: Notificacao }) {
  const form = useForm<NotificacaoValues, unknown, NotificacaoRecord>({
    defaultValues: formValues(newNotificacao, row),
    resolver: valibotResolver(notificacaoSchema),
  });
  const { page, conflict } = useSave({
    form,
    row,
    mutation: saveNotificacao,
    valuesOf: (saved) => formValues(newNotificacao, saved),
    describe: describeNotificacao,
  });
  return (
    <FormPage
      title={title}
      form={form}
      list="/notificacoes"
      draft={`notificacoes/${row?.id ?? 'new'}`}
      {...page}
    >
      <TextFields />
      <PublicationFields />
      {conflict}
    </FormPage>
  );
}

function TextFields() {
  const field = useFields<NotificacaoValues>();
  return (
    <FormGroup title="Mensagem">
      <TextField
        label={notificacaoLabels.titulo}
        required
        maxLength={255}
        autoComplete="off"
        className="sm:col-span-2"
        {...field('titulo')}
      />
      <TextareaField
        label={notificacaoLabels.conteudo}
        required
        maxLength={5_000}
        className="sm:col-span-2"
        {...field('conteudo')}
      />
    </FormGroup>
  );
}

function PublicationFields() {
  const field = useFields<NotificacaoValues>();
  return (
    <FormGroup title="Publicação">
      <SelectField label={notificacaoLabels.tipo} {...field('tipo')}>
        {tipos.map((tipo) => (
          <option key={tipo}>{tipo}</option>
        ))}
      </SelectField>
      <SelectField label={notificacaoLabels.status} {...field('status')}>
        {statuses.map((status) => (
          <option key={status}>{status}</option>
        ))}
      </SelectField>
      <SelectField label={notificacaoLabels.destinatarios} {...field('destinatarios')}>
        <Choices texts={destinatarios} />
      </SelectField>
      <SelectField
        label={notificacaoLabels.visibilidade}
        hint="No sino do painel aparecem as de Todos e as de Painel."
        {...field('visibilidade')}
      >
        <Choices texts={visibilidades} />
      </SelectField>
    </FormGroup>
  );
}

function Choices({ texts }: { texts: Record<string, string> }) {
  return Object.entries(texts).map(([value, text]) => (
    <option key={value} value={value}>
      {text}
    </option>
  ));
}
