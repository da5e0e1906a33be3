import { Link, useMatches } from '@tanstack/react-router';
import Construction from 'lucide-react/icons/construction';
import { buttonClass } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { PageTitle } from '#ui/page-title.tsx';

/** Stands where an area is going to be. */
export function ComingSoon() {
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.title });
  return (
    <>
      <PageTitle title={title} />
      <Card>
        <EmptyState
          icon={<Construction />}
          title="Área em construção"
          action={
            <Link to="/dashboard" className={buttonClass()}>
              Voltar ao Dashboard
            </Link>
          }
        >
          Esta parte do painel ainda não está disponível. Enquanto isso, o cadastro de produtos já
          pode ser usado normalmente.
        </EmptyState>
      </Card>
    </>
  );
}
