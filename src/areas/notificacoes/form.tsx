import { FormPage } from '#crud/form/form-page.tsx';
import { storedAreas } from '#data/stored-areas.ts';
import { RecordPage } from '#crud/form/record-page.tsx';
import type { RecordFormProps } from '#crud/form/record-page.tsx';
import { useRecordForm } from '#crud/form/use-record-form.tsx';
import { DateTimeField } from '#ui/fields/date-time-field.tsx';
import { SelectField } from '#ui/fields/select-field.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { TextareaField } from '#ui/fields/textarea-field.tsx';
import { FormGroup } from '#ui/form-group.tsx';
import { notificacoes } from './area.ts';
import * as words from './schema.ts';
import {
  deleteNotificacao,
  notificacaoDetail,
  notificacoesList,
  saveNotificacao,
} from './queries.ts';
import type { Notificacao } from './queries.ts';

/** Renders the pages /notificacoes/adicionar and /notificacoes/editar/{id}. */
export function Page() {
  return (
    <RecordPage
      area={notificacoes}
      record={notificacaoDetail}
      list={notificacoesList}
      missing="Notificação não encontrada"
      failure={() => 'Erro ao carregar dados da notificação'}
      form={NotificacaoForm}
      about={({ titulo, status }) => ({ name: titulo, status })}
      commands={{ remove: deleteNotificacao }}
    />
  );
}

function NotificacaoForm({ head, row }: RecordFormProps<Notificacao>) {
  const { page, field } = useRecordForm({
    row,
    schema: words.notificacaoSchema,
    fields: words.fields,
    together: { Período: storedAreas.notificacoes.units[0] },
    mutation: saveNotificacao,
  });
  return (
    <FormPage head={head} {...page}>
      <FormGroup title="Mensagem">
        <TextField required maxLength={255} className="sm:col-span-2" {...field('titulo')} />
        <TextareaField
          required
          maxLength={5_000}
          className="sm:col-span-2"
          {...field('conteudo')}
        />
      </FormGroup>
      <FormGroup title="Publicação">
        <SelectField options={words.tipos} {...field('tipo')} />
        <SelectField options={words.statuses} {...field('status')} />
        <SelectField options={words.destinatarios} {...field('destinatarios')} />
        <SelectField
          options={words.visibilidades}
          hint="O sino do painel mostra as que são visíveis para Todos ou no Painel."
          {...field('visibilidade')}
        />
        <DateTimeField
          hint="Horário de São Paulo. Se ficar vazio, aparece imediatamente."
          {...field('starts_at')}
        />
        <DateTimeField
          hint="Se ficar vazio, aparece por tempo indeterminado."
          {...field('ends_at')}
        />
      </FormGroup>
    </FormPage>
  );
}
