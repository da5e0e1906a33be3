import type { ReactNode } from 'react';
import { Card } from '#ui/card.tsx';

export type FormGroupProps = { title: string; description?: ReactNode; children: ReactNode };

/** A card with related fields, in two columns on a wide screen. */
export function FormGroup(props: FormGroupProps) {
  return <Card {...props} className="grid gap-4 p-4 sm:grid-cols-2 sm:p-5" />;
}
