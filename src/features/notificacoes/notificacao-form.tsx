import { valibotResolver } from '@hookform/resolvers/valibot';
import { useParams } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { describeFields } from '#ui/conflict-dialog.tsx';
import { EditPage } from '#crud/edit-page.tsx';
import { useFields } from '#crud/fields.ts';
import { FormGroup } from '#crud/form-group.tsx';
import { FormPage } from '#crud/form-page.tsx';
import { formValues } from '#lib/form-values.ts';
import { useSave } from '#crud/use-save.tsx';
import { Options } from '#ui/fields/options.tsx';
import { SelectField } from '#ui/fields/select-field.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { TextareaField } from '#ui/fields/textarea-field.tsx';
import {
  destinatarios,
  newNotificacao,
  notificacaoLabels as labels,
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
    describe: (values) =>
      describeFields(labels, {
        ...values,
        destinatarios: textOf(destinatarios, values.destinatarios),
        visibilidade: textOf(visibilidades, values.visibilidade),
      }),
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

function textOf(texts: Record<string, string>, value: string): string {
  return texts[value] ?? '';
}

function TextFields() {
  const field = useFields<NotificacaoValues>();
  return (
    <FormGroup title="Mensagem">
      <TextField
        label={labels.titulo}
        required
        maxLength={255}
        autoComplete="off"
        className="sm:col-span-2"
        {...field('titulo')}
      />
      <TextareaField
        label={labels.conteudo}
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
      <SelectField label={labels.tipo} {...field('tipo')}>
        <Options of={tipos} />
      </SelectField>
      <SelectField label={labels.status} {...field('status')}>
        <Options of={statuses} />
      </SelectField>
      <SelectField label={labels.destinatarios} {...field('destinatarios')}>
        <Options of={destinatarios} />
      </SelectField>
      <SelectField
        label={labels.visibilidade}
        hint="No sino do painel aparecem as de Todos e as de Painel."
        {...field('visibilidade')}
      >
        <Options of={visibilidades} />
      </SelectField>
    </FormGroup>
  );
}
