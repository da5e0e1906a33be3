import type { Factor } from '#data/second-factor.ts';
import { SelectField } from '#ui/fields/select-field.tsx';
import { lazyComponent } from '#ui/lazy-component.tsx';
import { SecondFactorForm } from './second-factor-form.tsx';
import type { SecondStepProps } from './second-factor-form.tsx';
import type { SignInState } from './sign-in.queries.ts';

/** The step after the password: a code of one of the `factors`; without `factors`, the setup of a first factor. */
export type SecondStepState = { factors?: Factor[]; intro: string };

/** Returns the second step of a sign-in for the result of the first step; undefined if no second step is needed. */
export function getSecondStep({
  factors,
  lacksFactor,
}: Pick<SignInState, 'factors' | 'lacksFactor'>): SecondStepState | undefined {
  if (factors) return { factors, intro: codeIntro };
  return lacksFactor ? { intro: enrolmentIntro } : undefined;
}

const codeIntro = 'Digite o código de seis números do seu aplicativo autenticador.';
const enrolmentIntro =
  'Um Administrador exige a verificação em duas etapas. Ative-a para continuar.';

/** Renders the second step of a sign-in. */
export function SecondStep({ step, ...props }: SecondStepProps & { step: SecondStepState }) {
  return step.factors ? (
    <CodeStep factors={step.factors} {...props} />
  ) : (
    <EnrolmentStep {...props} />
  );
}

function CodeStep({ factors, ...props }: SecondStepProps & { factors: Factor[] }) {
  return (
    <SecondFactorForm factor={factors[0]?.id ?? ''} {...props}>
      {factors.length > 1 && (
        <SelectField
          label="Aplicativo"
          name="factor"
          options={Object.fromEntries(factors.map(({ id, name }) => [id, name]))}
        />
      )}
    </SecondFactorForm>
  );
}

// Lazy: few sign-ins need this step.
const EnrolmentStep = lazyComponent(
  async () => (await import('./enrolment-step.tsx')).EnrolmentStep,
  'used',
);
