-- The comments of the schema, in short sentences with the words of the panel and of docs/glossary.md. Released
-- migrations are not edited: this one replaces the comments that were hard to understand. It changes nothing else.

-- == Limits and checked arguments ==
comment on table private.written_rows is
  'As linhas e os bytes de histórico que cada usuário gravou em um dia, por conexão. A limpeza apaga os dias anteriores.';
comment on column private.written_rows.rows is
  'Linhas criadas, alteradas e excluídas; bytes é o tamanho do histórico delas.';
comment on function private.limits() is
  'Os limites: registros por pedido às tabelas e por alteração de muitos registros; linhas e bytes de histórico por usuário e dia; imagens por produto.';
comment on function private.current_day() is 'O dia de hoje em São Paulo, a que os limites diários se referem.';
comment on function private.allow_many_rows() is
  'Suspende os limites de linhas e de imagens nesta transação: ela é um passo de uma alteração preparada, ou desfaz, restaura ou anonimiza.';
comment on function private.check_daily_limit(bigint) is
  'Recusa a gravação se estas linhas a mais passam do limite diário de linhas do usuário, ou se ele já passou do limite de histórico.';
comment on function private.count_written_rows(bigint, bigint) is
  'Soma as linhas que uma instrução mudou e os bytes do histórico delas; recusa a instrução que passa dos limites.';
comment on function private.prune_written_rows() is 'Apaga de written_rows os dias anteriores a hoje.';
comment on function private.required(anyelement, text) is
  'Verifica um argumento obrigatório: recusa nulo. Retorna o valor.';
comment on function private.checked_size(integer, integer, integer) is
  'Verifica o número de linhas pedido: recusa nulo e valores fora dos limites (at_least e most). Retorna o número.';
comment on function private.checked_list(anyarray, integer, text) is
  'Verifica uma lista: recusa nulo, mais de most valores, listas de listas e valores nulos. Retorna a lista.';
comment on function private.checked_object(jsonb, text) is
  'Verifica um objeto JSON: recusa nulo e valores de outro tipo. Retorna o objeto.';
comment on function private.checked_objects(jsonb, integer, text) is
  'Verifica uma lista JSON de objetos: recusa nulo, mais de most objetos e elementos de outro tipo. Retorna a lista.';
comment on function private.checked_texts(jsonb, text) is
  'Verifica uma lista JSON de textos: recusa nulo e elementos de outro tipo. Retorna a lista.';
comment on function private.texts_of(jsonb) is
  'Converte uma lista JSON de textos em uma lista do banco; nulo se torna uma lista vazia.';
comment on function private.money_text(numeric) is 'Um valor em reais como texto, no formato brasileiro: R$ 1.234,50.';
comment on function private.number_text(numeric) is 'Um número inteiro como texto, no formato brasileiro: 1.234.';

-- == Users and sessions ==
comment on table public.profiles is 'Perfis dos usuários do painel; o cargo define o que cada um pode fazer.';
comment on column public.profiles.id is 'O mesmo id do login. O servidor reconhece o usuário só por este id.';
comment on function private.session_start() is
  'O início da sessão de quem chama; nulo sem login, com a sessão encerrada, ou se falta a segunda etapa que o usuário ativou ou deve usar.';
comment on function private.is_staff() is 'Se quem chama tem perfil e sessão aberta.';
comment on function private.is_administrador() is 'Se quem chama é Administrador e tem a sessão aberta.';
comment on function private.is_factor_required(uuid) is
  'Se a verificação em duas etapas é exigida de um usuário, mesmo que ele ainda não a use.';
comment on function private.require_open_session() is
  'Roda antes de cada pedido à API: recusa-o com o erro PT401 se a sessão de quem chama terminou, ou se falta a segunda etapa.';
comment on function private.set_profile_email() is
  'Grava em um perfil novo o e-mail do login; recusa um e-mail diferente.';
comment on function private.protect_profile_identity() is
  'Recusa alterar o id de um perfil, o próprio cargo, e o e-mail para um que não é o do login.';
comment on function private.refuse_own_profile_deletion() is 'Recusa que um usuário exclua o próprio perfil.';
comment on function private.require_an_administrador() is
  'Recusa excluir ou rebaixar o último Administrador, qualquer que seja o autor do pedido.';
comment on function private.end_all_sessions() is 'Encerra as sessões do login quando o perfil é excluído.';
comment on function private.copy_login_email() is 'Copia para o perfil o novo e-mail do login, quando ele muda.';

-- == Areas ==
comment on column private.areas.title_column is
  'A coluna com o nome de um registro: aparece no histórico, na lixeira, na busca e nas alterações de muitos registros.';
comment on column private.areas.key_column is
  'A coluna que identifica um registro (SKU, e-mail ou nome): por ela uma planilha o encontra. Ela distingue registros de mesmo nome, também na lixeira.';
comment on column private.areas.detail_column is 'A coluna que a busca do painel mostra ao lado do nome.';
comment on column private.areas.search_columns is
  'As colunas reunidas em search_text, nas quais a busca da área procura.';
comment on column private.areas.status_column is 'A coluna do status que a busca do painel mostra.';
comment on column private.areas.status_texts is 'Os textos de verdadeiro e falso, se o status é um booleano.';
comment on column private.areas.picture_column is
  'A coluna com o endereço da imagem de um registro. O arquivo é mantido enquanto algum registro o usa.';
comment on column private.areas.bulk_columns is 'As colunas que uma alteração em massa pode gravar.';
comment on column private.areas.writers is
  'Quem altera os registros (também em massa), vê o seu histórico e os encontra na busca do painel: a equipe (staff) ou só o Administrador.';
comment on column private.areas.is_importable is 'Se a área recebe planilhas.';
comment on column private.areas.is_counted is 'Se o número de linhas da tabela é mantido em row_changes.';
comment on column private.areas.anonymous_values is
  'Se os registros são titulares: os valores que substituem os dados pessoais; {id} é o id do registro.';
comment on function private.add_area(
  text, text, text[], text, text, text, text[], text, text[], text[], text, text, boolean, boolean, jsonb
) is
  'Transforma uma tabela em área: acrescenta as colunas, os índices, as permissões e os gatilhos comuns. Clientes podem gravar todas as colunas próprias da tabela, menos as de read_only. Os outros argumentos são colunas de private.areas.';
comment on function private.grant_area_rights(private.areas, text[]) is
  'Concede aos clientes os direitos na tabela de uma área: as colunas que podem gravar e uma política por comando.';
comment on function private.area_of(text) is 'A linha de private.areas de uma tabela; nulo se a tabela não é uma área.';
comment on function private.is_area(text) is 'Se a tabela é uma área do painel, com lista e formulário.';
comment on function private.may_read_area(text) is
  'Se quem chama pode ler e exportar a lista de uma área; nulo se a área não existe.';
comment on function private.may_write_area(text) is
  'Se quem chama pode alterar os registros de uma área e ver o seu histórico; nulo se a área não existe.';
comment on function private.build_search_areas() is 'Cria a função search_areas a partir das linhas de private.areas.';
comment on function private.build_used_files() is 'Cria a view used_files a partir das colunas de imagem das áreas.';
comment on function private.client_columns(text, text) is
  'As colunas de uma tabela que um cliente pode gravar: ao criar um registro (insert) ou ao alterá-lo (update).';
comment on function private.writable_columns(text) is
  'As colunas que um cliente pode gravar em um registro novo, sem id e creation_key, com os seus tipos e valores padrão.';
comment on function private.changeable_columns(text) is
  'As colunas que uma alteração em massa pode gravar nos registros de uma área.';
comment on function private.column_defaults(text, text[]) is 'Os valores padrão destas colunas em um registro novo.';
comment on function private.required_defaults(text) is 'Os valores padrão das colunas que não podem ficar vazias.';
comment on function private.insert_record(text, jsonb) is
  'Cria um registro só com as colunas que um cliente pode gravar; retorna o registro criado.';
comment on function private.update_record(text, jsonb) is
  'Grava em um registro as colunas que um cliente pode alterar; as outras não mudam.';
comment on function private.column_list(text[]) is 'Uma lista de colunas em SQL, separadas por vírgulas.';
comment on function private.column_sql(text) is 'SQL que lê uma coluna da linha stored; null se não há nome de coluna.';
comment on function private.side_sql(text, text[]) is 'SQL de um objeto JSON com estas colunas de uma linha.';
comment on function private.like_pattern(text) is
  'O padrão de like que encontra um texto em qualquer posição; nulo se o texto está vazio.';
comment on function private.bump_version() is
  'Aumenta a versão da linha a cada gravação, para detectar edição simultânea.';
comment on function private.continue_versions() is
  'Continua a contagem de versões de um registro criado de novo com o mesmo id, a partir da última versão no histórico.';
comment on function private.refuse_deleted_ids_in(text) is
  'Cria em uma tabela o gatilho que recusa criar de novo um registro que foi excluído.';
comment on table private.row_changes is
  'Quantas linhas cada comando acrescentou a uma tabela ou tirou dela; a soma é o número de linhas da tabela.';
comment on function private.count_table(text) is
  'Cria os gatilhos que anotam em row_changes quantas linhas cada comando acrescenta à tabela ou tira dela.';
comment on function private.note_row_change() is
  'Anota em row_changes quantas linhas um comando acrescentou à tabela ou tirou dela.';
comment on function private.row_count(text) is
  'O número de linhas de uma tabela: a soma das suas anotações em row_changes.';
comment on function private.recount_rows() is
  'Conta de novo as linhas das tabelas, depois de uma carga com os gatilhos desligados.';
comment on function public.count_rows(text) is
  'O número exato de registros de uma área contada (is_counted), lido de row_changes e não da tabela.';

-- == Catalogue ==
comment on function private.is_valid_period(timestamptz, timestamptz) is
  'Se um período é válido: o fim depois do início, e os dois entre 2000 e 2099; nulo é em aberto.';
comment on function private.is_on_air(timestamptz, timestamptz, timestamptz) is
  'Se neste momento (moment) o período já começou e ainda não terminou.';
comment on function private.is_web_url(text) is
  'Se o texto é um endereço que o formulário aceita: http ou https, com um servidor.';
comment on function private.is_picture_url(text) is
  'Se o texto é um endereço de imagem: de um arquivo guardado, sem %, ? nem .., ou de outro servidor.';
comment on column public.product_images.alt is
  'Texto alternativo: descreve a imagem para quem não a vê. Pode ficar vazio.';
comment on function private.drop_promo_period() is
  'Apaga o período de uma promoção quando o preço promocional é removido.';
comment on function private.category_uses_text(bigint) is
  'A mensagem com o número de produtos que impedem a exclusão de uma categoria; nulo se nenhum a usa.';
comment on function private.refuse_category_in_use() is
  'Recusa excluir uma categoria em uso. A mensagem e o detalhe do erro trazem o número de produtos que a usam.';
comment on function private.save_product_images(uuid, jsonb) is
  'Deixa o produto só com as imagens dadas, nessa ordem; retorna os endereços das imagens removidas.';
comment on function private.picture_urls_in(jsonb[]) is 'Os endereços de imagens nestas linhas, inteiras ou em parte.';
comment on function public.delete_product(uuid) is
  'Exclui um produto e, antes dele, as suas imagens; retorna os arquivos que nenhum registro usa mais.';
comment on function public.duplicate_product(uuid, uuid) is
  'Copia um produto e os registros das suas imagens. O nome ganha (Cópia); o SKU ganha -COPY, -COPY-2, -COPY-3… Retorna a cópia inteira (product) e como a linha da lista (listed). Um pedido repetido com o mesmo copy_id retorna a cópia já feita.';
comment on function public.save_product(jsonb, jsonb, integer, jsonb) is
  'Grava um produto e as suas imagens de uma vez. Para alterar um produto, expected_version é a versão que foi lida; com um id e expected_version 0, cria um produto que ainda não existe. Retorna saved, conflict (outra pessoa gravou antes, ou o produto já existe) ou missing. Com saved e conflict, retorna também o produto inteiro (product) e como a linha da lista (listed). confirmed repete os preços que o usuário confirmou: {"real_price", "promo_price"}.';
comment on function public.needs_attention() is
  'O número de registros que pedem atenção, por motivo, só do que quem chama pode abrir; 10001 é mais de 10.000.';

-- == Companies and messages ==
comment on table public.distribuidores is 'Distribuidores: empresas que revendem pelo catálogo, cada uma com um plano.';
comment on table public.parceiros is 'Parceiros: empresas que vendem pelo menu de parceiros.';
comment on function public.company_cities(text) is
  'As cidades dos distribuidores ou dos parceiros (of_table), em ordem alfabética; no máximo 6.000.';
comment on column public.notificacoes.destinatarios is
  'Os destinatários da notificação; o painel não os considera ao mostrá-la.';
comment on column public.notificacoes.visibilidade is
  'Onde a notificação aparece; o painel mostra as de todos e as do painel.';
comment on column public.notificacoes.creation_key is
  'Chave que o cliente escolhe ao criar: um pedido repetido com ela não cria outra notificação.';
comment on column public.banners.creation_key is
  'Chave que o cliente escolhe ao criar: um pedido repetido com ela não cria outro banner.';
comment on column public.banners.posicao is
  'Onde o banner aparece; home (Página inicial) existe só em registros antigos.';
comment on function private.lock_banner_order() is
  'Bloqueia a ordem dos banners até o fim da transação: só uma transação por vez a muda.';
comment on function private.shift_banners() is
  'Abre lugar para um banner gravado com o número de outro, a partir de 1: o outro, e os que o seguem sem intervalo, passam ao número seguinte.';
comment on function public.order_banners(bigint[], bigint[]) is
  'Muda a ordem de banners, de seen para wanted, e renumera todos em uma só alteração. Retorna saved, ou conflict se eles não estão mais na ordem seen.';
comment on function public.duplicate_banner(bigint, uuid) is
  'Copia um banner, com (Cópia) no título. Um pedido repetido com a mesma creation_key retorna a cópia já feita.';

-- == Files ==
comment on function private.stored_file(text) is
  'O bucket e o caminho de um arquivo, sem a extensão. A imagem e a sua cópia pequena têm o mesmo valor, qualquer que seja o servidor no endereço.';
comment on view private.used_files is 'Os arquivos que algum registro usa.';
comment on function private.is_used_file(text, text) is
  'Se algum registro usa este arquivo, ou a imagem de que ele é a cópia pequena.';
comment on function private.may_handle_file(text, text) is
  'Se quem chama pode enviar e apagar arquivos nesse lugar; na lixeira vale o lugar de origem.';
comment on function private.has_room_for_uploads() is
  'Se quem chama é da equipe; erro se ele tem 400 arquivos ou 400 MB enviados nas últimas 24 horas e sem uso.';
comment on function private.storage_operation() is
  'A operação em andamento no servidor de arquivos, como object.upload; vazia fora dele.';
comment on function private.unused_files(text[]) is
  'Os arquivos destes endereços que nenhum registro usa mais, com as suas cópias pequenas.';
comment on function public.unused_files(text[]) is
  'Os arquivos de até 1.000 endereços que nenhum registro usa mais, com as suas cópias pequenas: podem ir para a lixeira.';
comment on function private.orphaned_files(text[], text) is
  'Os arquivos destes endereços que nenhum registro usa, e todos os da pasta de um usuário; também os que estão na lixeira.';
comment on function public.unused_objects(interval, uuid, integer) is
  'Uma página dos arquivos depois do id after: os ids dos mais antigos que older_than que nenhum registro usa (ids), e o after da próxima página (next).';
comment on function public.abandoned_files(uuid, integer) is
  'Uma página dos arquivos depois do id after: os enviados há mais de um dia que nenhum registro usa (files), e o after da próxima página (next).';
comment on function public.files_to_restore(text, integer) is
  'Uma página da lixeira depois de after: os arquivos que algum registro usa de novo (files), e o after da próxima página (next).';
comment on function public.expired_files(integer) is
  'Os arquivos que estão na lixeira há mais de 30 dias e que nenhum registro usa: podem ser apagados.';

-- == Search ==
comment on table private.findable_products is
  'Tabela de busca dos produtos, mantida por gatilhos: só as colunas pelas quais as listas e as buscas filtram e ordenam.';
comment on column private.findable_products.has_image is 'Se o produto tem imagem principal.';
comment on column private.findable_products.link_is_broken is 'Se o endereço do botão ou o do vídeo não é válido.';
comment on column private.findable_products.name_length is
  'O número de caracteres de words que são do nome, que vem primeiro.';
comment on column private.findable_products.words is
  'As palavras do nome, do subtítulo e do SKU, cada uma depois de um espaço: o espaço marca o começo da palavra.';
comment on table private.findable_prices is
  'Tabela de busca por preço: findable_products sem as palavras. Por ela as listas filtram e ordenam por preço.';
comment on view private.findable_rows is 'As linhas que findable_products deve ter.';
comment on table private.known_words is
  'Palavras de nomes e subtítulos de produtos, pelas quais a busca corrige uma palavra mal digitada.';
comment on function private.add_known_words() is 'Acrescenta a known_words as palavras novas de um produto.';
comment on function private.sync_findable() is 'Copia para as tabelas de busca as mudanças dos produtos.';
comment on function private.sync_has_image() is 'Copia para as tabelas de busca se o produto tem imagem principal.';
comment on function private.write_findable(uuid[]) is
  'Copia estes produtos, com todas as colunas, para as tabelas de busca.';
comment on function private.refill_findable_products() is
  'Preenche de novo as tabelas de busca, os produtos no ar e as palavras conhecidas, depois de uma carga com os gatilhos desligados; retorna o número de produtos.';
comment on function private.product_words(text, text, text) is
  'As palavras pelas quais a busca encontra um produto: as do nome, do subtítulo e do SKU, e o SKU sem pontuação.';
comment on function private.correctable_words(text) is
  'As palavras de um texto que a busca tenta corrigir: de 3 a 40 letras, sem algarismos.';
comment on function private.nearest_word(text) is
  'A palavra do catálogo mais parecida com uma palavra que ele não tem; nulo se nenhuma é parecida.';
comment on function private.search_terms(text) is
  'As palavras de uma busca, sem repetição; no máximo doze. Uma busca só com sinais retorna uma palavra vazia, que nenhum produto tem.';
comment on function private.are_short(text[]) is 'Se nenhuma palavra da busca tem mais de duas letras.';
comment on function private.are_surely_many(text) is
  'Se mais de 10.000 produtos quase certamente satisfazem a condição, por amostra; falso se há menos de 50.000 produtos.';
comment on function private.is_frequent(text) is 'Se mais de um quarto dos produtos satisfaz a condição, por amostra.';
comment on function private.has_products(text) is
  'Se algum produto satisfaz a condição, que tem só palavras de três letras ou mais.';
comment on function private.sample_of_products() is 'SQL de uma amostra de 2.000 produtos.';
comment on function private.rows_ahead(text, text, boolean, integer) is
  'Estima, por amostra, quantas linhas da ordem é preciso ler para encontrar wanted produtos que satisfazem a condição; nulo se não é possível estimar.';
comment on function private.products_source(text, jsonb, text) is
  'A tabela de busca (findable_products, findable_prices ou as duas juntas) em que se procuram os produtos de uma busca com estes filtros e esta ordem.';
comment on function private.product_order(text, boolean) is
  'A cláusula order by de uma lista de produtos, que termina com o id. Um hífen antes da coluna inverte a ordem; backwards a inverte também.';
comment on function private.order_columns(text) is
  'As colunas de uma ordem. A ordenação lê só estas colunas, quase sempre apenas do índice.';
comment on function private.matching_products(text, jsonb) is
  'As condições SQL dos produtos que uma busca com filtros encontra, sobre products_source: os da primeira vêm antes dos da segunda.';
comment on function private.search_ranks(text, text) is
  'As condições SQL que definem a relevância em uma busca, a mais relevante primeiro: o SKU igual ao texto; na ordem relevance, também o começo e as palavras do nome.';
comment on function private.ranked_products(text, jsonb, text) is
  'As condições SQL dos produtos encontrados, na ordem dos seus ranks (search_ranks): todos os de uma condição antes dos da seguinte.';
comment on function private.slice_products(text, text, text, boolean, integer, integer) is
  'Os ids de um trecho dos produtos que satisfazem a condição, na ordem dada ou na inversa. Serve para condições que um índice atende.';
comment on function private.walk_products(text, boolean, text, boolean, integer, integer) is
  'Os ids de um trecho dos produtos de uma busca com muitos resultados, na ordem dada ou na inversa. Lê as linhas nessa ordem até encontrar produtos suficientes.';
comment on function private.sort_products(text, text, text[], text[], text, integer, integer) is
  'Os ids de uma página, e o total, dos produtos que satisfazem uma das condições. A ordem é a dos ranks, depois a das condições, depois order. Acima de 10.000 produtos retorna só o total. few é a tabela com a condição de que os ids são lidos, se poucos produtos satisfazem os filtros; nulo se são muitos.';
comment on function private.page_of_filtered(jsonb, text, integer, integer) is
  'Os ids de uma página de uma lista sem busca, e o total; 10.001 é mais de 10.000.';
comment on function private.page_of_products(text, jsonb, text, integer, integer) is
  'Os ids de uma página de produtos, e o total; 10.001 é mais de 10.000. Páginas negativas contam a partir do fim. order pode ser uma coluna ou relevance.';
comment on function private.search_areas(text, text, boolean) is
  'Até cinco registros de cada área, menos produtos, que contêm o texto procurado: plain é o texto, pattern é o padrão de like para ele.';
comment on function private.keys_with_zeros(text[]) is
  'Os SKUs iguais a um dos números dados com zeros na frente: programas de planilhas tiram esses zeros.';
comment on function private.file_sku(text) is
  'Um SKU na forma que o nome de um arquivo pode ter: minúsculas, sem acentos, com _ no lugar de espaços e de caracteres que nomes de arquivos não aceitam.';
comment on function public.products_by_file_name(text[]) is
  'Os produtos cujo SKU corresponde ao nome de um arquivo (names), com as suas imagens em ordem. exact: se o nome é igual ao SKU, sem distinguir maiúsculas.';
comment on function private.keys_of_step(jsonb, text) is
  'As chaves da última linha do passo anterior da exportação; nulo no primeiro passo. Recusa valores que não são textos, e um número de chaves diferente do de colunas da ordem.';
comment on function public.export_products(text, jsonb, text, jsonb, integer, uuid[], uuid[]) is
  'Um passo da exportação de produtos, registrado na atividade: os que a lista mostra com esta busca e estes filtros, ou só os de ids, sem os de except, na ordem dada (order). As linhas têm as colunas que um cliente pode gravar. next é o after do passo seguinte, nulo no fim.';

-- == History ==
comment on table private.batches is
  'Cada alteração, e cada evento como entrada, recusa ou exportação: quem, quando e o quê.';
comment on column private.batches.actor is
  'O perfil do autor; nulo é o sistema. Não é chave estrangeira, porque o perfil pode ter sido excluído.';
comment on column private.batches.actor_name is 'O nome do autor naquele momento.';
comment on column private.batches.title is 'O nome do primeiro registro naquele momento.';
comment on column private.batches.undoes is 'A alteração que esta desfez.';
comment on column private.batches.root is
  'A primeira alteração da cadeia, que esta desfez ou refez. Um desfazer e o desfazer dele têm a mesma raiz.';
comment on column private.batches.reverts is 'Se esta alteração desfez a raiz; falso se a refez, ou se não tem raiz.';
comment on column private.batches.is_reverted is 'Só na raiz: se foi desfeita por inteiro e não foi refeita depois.';
comment on column private.batches.amount is
  'A quantidade de um evento: falhas ou recusas em uma hora, linhas lidas ou exportadas, sessões encerradas, alterações apagadas do histórico.';
comment on column private.batches.note is
  'Detalhes: a alteração de muitos registros (bulk, import, pictures, count), o banner que mudou de posição (moved), o número de produtos com preço confirmado pelo autor (confirmed); de uma anonimização, not_reached e files.';
comment on table private.changes is
  'As mudanças de cada linha. Só a limpeza do histórico e a anonimização apagam dados desta tabela.';
comment on column private.changes.id is
  'A ordem das mudanças de um registro. Os ids das alterações (batch) não dão essa ordem: um passo posterior pertence a uma alteração iniciada antes.';
comment on column private.changes.before is
  'Os valores anteriores das colunas que mudaram; de uma linha excluída, todas as colunas.';
comment on column private.changes.after is
  'Os valores novos das colunas que mudaram; de uma linha criada, todas as colunas.';
comment on column private.changes.root is 'A raiz da alteração que esta mudança desfez ou refez neste registro.';
comment on column private.changes.reverts is
  'Se esta mudança desfez a raiz; falso se a refez. A última mudança de cada registro define se a raiz vale para ele.';
comment on column private.changes.confirmed is 'Se o autor confirmou o preço fora do padrão que esta mudança gravou.';
comment on table private.retention is 'Por quantos anos o histórico é guardado; uma só linha.';
comment on function private.may_see_changes(text, text) is
  'Se quem chama pode ver o histórico deste registro, o que exige poder alterá-lo; cada usuário vê o do próprio perfil.';
comment on function private.open_batch(text, text, text, text, boolean) is
  'Retorna a alteração em andamento nesta transação; a primeira mudança de um registro a abre.';
comment on function private.note_batch(jsonb) is 'Acrescenta detalhes (note) à alteração em andamento.';
comment on function private.record_table(text) is
  'Cria os gatilhos que registram no histórico as mudanças de uma tabela.';
comment on function private.record_changes() is
  'Registra no histórico o que uma instrução mudou: de uma linha alterada, as colunas que mudaram; de uma criada ou excluída, todas.';
comment on function private.refuse_rewriting() is
  'Recusa alterar e apagar o histórico. Só a limpeza e a anonimização, que ficam registradas nele, apagam dados.';
comment on function private.note_event(uuid, text, text, text, text, integer, boolean) is
  'Registra na atividade um evento que não mudou registros. Com amount, continues soma-o ao evento igual da mesma pessoa na última hora; a partir do 21º evento igual em uma hora, ele é sempre somado.';
comment on function private.note_sign_in() is
  'Registra na atividade as entradas, as saídas, os pedidos de nova senha e as trocas de senha.';
comment on function private.note_failed_sign_in(text, text) is
  'Para o servidor de login: registra na atividade uma senha errada deste usuário (failed) ou um excesso de tentativas (refused).';
comment on function private.note_factor() is
  'Registra na atividade que um usuário ativou ou removeu a própria verificação em duas etapas, ou um de vários aplicativos.';
comment on function private.note_reads(text, integer) is
  'Registra na atividade que quem chama leu, em uma hora e sem exportar, muitos registros de pessoas de uma tabela.';
comment on function private.note_refusal(text, text) is
  'Registra na atividade que uma tabela ou função foi recusada a quem chama, por falta de permissão.';
comment on function public.note_export(text, integer, boolean) is
  'Registra na atividade um passo da exportação de uma lista que quem chama pode ler, menos a de produtos; continues soma-o ao passo anterior.';
comment on function private.batch_json(private.batches, text, text) is
  'Uma alteração ou um evento em JSON, com as mudanças de um registro.';
comment on function public.batch_of(text, text, integer) is
  'A alteração que deixou um registro nesta versão; sem versão, a última que o excluiu.';
comment on function public.batch_records(bigint, text, integer) is
  'Para o Administrador: as mudanças de cada registro em uma alteração, na ordem dos ids; after é o último id já recebido.';
comment on function public.batches_per_day() is
  'O número de alterações em cada um dos últimos 30 dias (em São Paulo), só das áreas cujo histórico quem chama pode ver.';
comment on function public.activity(jsonb, bigint, integer) is
  'Para o Administrador: a atividade, a mais nova primeiro. Filtros: actor (um id, ou sistema), area, kind, changed (só alterações), without_visits (sem entradas e saídas), from e to.';
comment on function public.record_history(text, text, bigint, integer) is
  'As alterações e os eventos de um registro, os mais novos primeiro. next é o before da página seguinte, nulo na última.';
comment on function public.record_authors(text, text[], integer, bigint) is
  'Os autores das mudanças destes registros depois de uma versão ou de uma alteração, o mais recente primeiro (authors). Se a última alteração foi a exclusão: quem os excluiu, quando e em qual alteração (deletion). E quem os anonimizou desde então (anonymisation).';
comment on function private.conflict_values(jsonb) is 'Os valores em conflito, no formato que names_in recebe.';
comment on function private.missing_pictures(jsonb) is
  'Os endereços de imagens guardadas aqui que as mudanças citam e cujos arquivos não estão mais no lugar.';
comment on function private.was_created(text, text, text) is
  'Se o histórico tem um registro com esse id, ou criado com essa chave (creation_key).';
comment on function private.is_stored(text, text, text) is
  'Se existe um registro com essa chave (creation_key) ou, sem chave, com esse id.';
comment on function public.prune_history(integer) is
  'Apaga do histórico as alterações mais antigas que o prazo (5 anos, ou o de private.retention), e os eventos (entradas, recusas, exportações) com mais de 180 dias; no máximo size de cada tipo. Retorna quantos apagou.';
comment on function public.first_steps() is
  'Quais dos primeiros passos já foram feitos: senha própria, categoria, produto; para o Administrador também pessoas e backup. Nulo a partir de dez produtos.';
comment on function public.first_administrador(text, text) is
  'Dá o cargo de Administrador a um login, só enquanto não há nenhum. É chamada no editor SQL da plataforma.';

-- == Prices ==
comment on table public.price_guard is
  'A guarda dos preços, que pede confirmação para preços fora do padrão: uma só linha, que o Administrador altera.';
comment on column public.price_guard.enforced is
  'Se a guarda vale para todos os usuários: sem confirmação, um preço fora do padrão não é gravado.';
comment on column public.price_guard.up_limit is 'Um aumento maior que este, em %, torna o preço fora do padrão.';
comment on column public.price_guard.down_limit is 'Uma redução maior que esta, em %, torna o preço fora do padrão.';
comment on function private.price_doubts(numeric, numeric, numeric, numeric, numeric, numeric, numeric, numeric) is
  'Os motivos pelos quais um preço novo é fora do padrão: promo, rise, fall, zero, ou rise_day e fall_day em 24 horas; uma lista vazia se os preços não mudam.';
comment on function private.doubts_text(text[], public.price_guard) is
  'Os motivos de price_doubts em português, para a mensagem ao usuário.';
comment on function private.price_words(text, numeric, numeric, numeric) is
  'A frase com o preço de venda ou promocional atual, o novo e o das últimas 24 horas; vazia se o preço não muda.';
comment on function private.doubts_sql(text) is
  'SQL dos motivos (price_doubts) pelos quais os preços da linha wanted são fora do padrão, comparados com stored e com reference (price_references); uma lista vazia em outras áreas.';
comment on function private.price_references(uuid[], text[]) is
  'O preço mais antigo das últimas 24 horas de cada produto, depois do último preço confirmado. Os produtos são procurados por id e SKU; sem skus, pelo SKU atual. Um produto sem mudanças não tem linha.';
comment on function public.price_reference(uuid) is
  'Os preços mais antigos das últimas 24 horas de um produto, com os quais a guarda compara os novos, além dos gravados; nulos se nada mudou.';
comment on function private.watch_prices() is
  'Recusa preços fora do padrão que o usuário não confirmou, se a guarda está ligada (enforced); registra no histórico os confirmados.';
comment on function private.confirm_prices(text) is
  'Permite preços fora do padrão nesta transação: now, se o usuário os confirmou agora; planned, se confirmou os de um plano; before, se já estavam gravados.';
comment on function private.confirm_matching_prices(jsonb, public.products) is
  'Confirma os preços de um produto, se confirmed tem os mesmos preços de venda e promocional.';
comment on function private.confirm_planned_prices(uuid, integer[]) is
  'Confirma, nesta transação, os preços fora do padrão das linhas dadas de um plano: os de produtos existentes pelo id, os de produtos novos pelo SKU.';

-- == Undo and restore ==
comment on function private.is_undoable(private.batches) is
  'Se a alteração pode ser desfeita: criou, mudou ou excluiu algo nos últimos 30 dias, e não criou o próprio perfil de quem chama nem o último Administrador.';
comment on function private.is_undone(bigint, text, text) is
  'Se a alteração foi desfeita neste registro, e não refeita depois.';
comment on function private.begin_undo(bigint) is
  'Marca as próximas mudanças desta transação: elas desfazem esta alteração.';
comment on function private.lock_batch(bigint) is
  'Bloqueia uma alteração até o fim da transação; retorna se nenhuma parte dela foi desfeita.';
comment on function private.lock_changed_rows(private.changes[]) is
  'Bloqueia os registros destas mudanças até o fim da transação.';
comment on function private.lock_row(text, text) is
  'Bloqueia uma linha até o fim da transação e a retorna; nulo se não existe.';
comment on function private.mark_undone(bigint) is
  'Anota na raiz que a alteração em andamento a desfez, ou a refez, por inteiro.';
comment on function private.own_undo(bigint) is
  'O desfazer desta alteração que quem chama começou há menos de uma hora. Os passos seguintes o continuam, e um pedido repetido retorna o resultado dele.';
comment on function private.repeated_undo(bigint) is 'O resultado de um pedido repetido de desfazer.';
comment on function private.undoable_changes(bigint, text[]) is
  'As mudanças de uma alteração, ou as de alguns registros dela, que quem chama pode desfazer e que ainda não foram desfeitas; nulo se não há.';
comment on function private.records_to_undo(bigint, text, integer) is
  'Os próximos registros de uma alteração que ainda não foram desfeitos, na ordem dos ids, depois de after. Por fim vêm as categorias que ela criou, com ~ antes do id.';
comment on function private.changes_of(bigint, text, text) is
  'A primeira e a última mudança de um registro em uma alteração; nulas se não há nenhuma, ou se quem chama não pode vê-las.';
comment on function private.changes_since(text, text, bigint) is
  'As mudanças de um registro depois da mudança dada, com as colunas que um cliente pode gravar.';
comment on function private.client_part(private.changes[]) is
  'As mudanças, só com as colunas que um cliente pode gravar; sem as mudanças que só têm outras colunas.';
comment on function private.later_changes(private.changes[]) is
  'As mudanças posteriores dos mesmos registros, sem as que foram desfeitas.';
comment on function private.latest_deletions(private.changes[]) is
  'As mudanças; se um registro foi restaurado e excluído de novo, com a última exclusão no lugar da dada.';
comment on function private.conflicting_changes(private.changes[], private.changes[]) is
  'As mudanças que podem ter conflitos: sem as dos registros que não mudaram depois.';
comment on function private.undo_conflicts(private.changes[], jsonb) is
  'Os conflitos ao desfazer estas mudanças, sem os que o usuário já decidiu: valores que mudaram depois e SKUs já usados por outros produtos.';
comment on function private.picture_conflicts(private.changes[], private.changes[], text[], jsonb) is
  'Os conflitos de imagens, sem os que o usuário já decidiu: os produtos cujas imagens mudaram depois.';
comment on function private.with_pictures_decided(private.changes[], jsonb) is
  'As mudanças, segundo a decisão sobre as imagens de cada produto: sem as mudanças de imagens (keep), ou com as posteriores também (restore).';
comment on function private.without_equal_pictures(private.changes[]) is
  'As mudanças de um registro, sem as de imagens se ele já tem de novo as imagens anteriores.';
comment on function private.categories_in_use(private.changes[], jsonb) is
  'Das categorias que estas mudanças criaram, as que produtos ainda usariam depois de desfazê-las.';
comment on function private.categories_to_restore(bigint, text[]) is
  'As categorias excluídas na mesma alteração de que estes produtos precisam: são restauradas antes deles.';
comment on function private.planned_reverts(private.changes[], jsonb) is
  'O que desfazer estas mudanças faz a cada linha: excluir a que foi criada (deletes), restaurar a excluída (restores) ou gravar os valores anteriores (wanted).';
comment on function private.revert_changes(private.changes[], jsonb) is
  'Desfaz mudanças, menos as que as decisões mandam manter (keep).';
comment on function private.restore_rows(bigint[], jsonb) is
  'Restaura nas tabelas linhas excluídas, com os mesmos ids. other_values só muda o SKU de um produto, e is_main, position e alt de uma imagem.';
comment on function private.reference_depth(text) is
  'O número de chaves estrangeiras seguidas até a tabela mais distante de que esta depende; 0 se não depende de nenhuma.';
comment on function private.write_earlier_values(text, text[], jsonb[], text[]) is
  'Grava em muitas linhas os valores anteriores destas colunas.';
comment on function private.bump_product_versions(jsonb) is
  'Aumenta a versão dos produtos de que só as imagens mudaram nesta alteração; versions tem a versão anterior de cada um.';
comment on function private.lost_pictures(private.changes[]) is
  'Os endereços de imagens guardadas aqui que desfazer estas mudanças restauraria, mas cujos arquivos não existem mais.';
comment on function private.undo_result(private.changes[], text[]) is
  'O resultado de desfazer estas mudanças, com os arquivos a restaurar (returning_files) e a remover (removed_files).';
comment on function private.files_of_undo(bigint) is
  'Depois de desfazer uma alteração: os arquivos a restaurar da lixeira (returning_files) e os que nenhum registro usa mais (removed_files).';
comment on function private.refuse_discarded(private.changes[]) is
  'Recusa restaurar um registro que foi apagado de vez ou anonimizado.';
comment on function private.refuse_missing_category(uuid[]) is
  'Recusa restaurar produtos em uma categoria que foi excluída; a mensagem diz qual.';
comment on function public.restore_record(text, text, bigint, text) is
  'Restaura um registro como era logo depois de uma alteração; com column_name, só essa coluna, como era antes dela.';
comment on function public.undo_batch(bigint, jsonb, text, text, integer) is
  'Desfaz uma alteração dos últimos 30 dias, por inteiro ou em um só registro (only_record). Retorna undone, nothing ou conflict, com os conflitos a decidir. Retorna undoing se há mais registros que size (até 1.000): o cliente repete o pedido com o after retornado, e os valores que mudaram depois são mantidos. left é o número de registros não desfeitos.';

-- == Trash ==
comment on function private.is_in_trash(private.changes) is
  'Se o registro excluído não foi restaurado, apagado de vez nem anonimizado.';
comment on function private.is_discarded(private.changes) is 'Se o registro excluído foi apagado de vez.';
comment on function private.is_listed_in_trash(private.changes, text, text, jsonb) is
  'Se o registro excluído está na lixeira, quem chama pode vê-lo, e ele é da área e do texto procurados.';
comment on function private.may_discard(private.batches) is
  'Se quem chama pode apagar de vez o que esta alteração excluiu: só o autor dela e o Administrador podem.';
comment on function private.count_in_trash(bigint, text[]) is
  'Destes registros que uma alteração excluiu, o número dos que estão na lixeira e quem chama pode ver.';
comment on function private.unshared_picture_urls(bigint, text[]) is
  'Os endereços das imagens destes registros excluídos que nenhum outro registro excluído, ou com imagem trocada, nos últimos 30 dias tinha.';
comment on function public.trash(text, bigint, integer, text, bigint) is
  'Os registros excluídos nos últimos 30 dias que podem ser restaurados, os mais novos primeiro; só os de uma alteração (batch), de uma área (area) ou com um texto (search). before é o último id já recebido.';
comment on function public.trash_groups(text, text, bigint, integer) is
  'A lixeira agrupada pelas alterações que excluíram os registros, a mais nova primeiro: o autor, o momento, o número de registros (até 1.000), os três primeiros, e se quem chama pode apagá-los de vez. before é o último batch já recebido.';
comment on function public.restore_trashed(bigint, text[]) is
  'Restaura até 1.000 registros que uma alteração excluiu, e as categorias de que os produtos precisam. left é o número dos que ficam na lixeira, como os produtos cujo SKU outro já tem.';
comment on function public.discard_records(bigint, text[]) is
  'Apaga de vez até 1.000 registros que uma alteração excluiu; retorna os arquivos da lixeira que devem ser apagados com eles. Só o Administrador apaga os que outra pessoa excluiu.';

-- == Staged batches ==
comment on table private.staged_batches is
  'Alterações preparadas de muitos registros: alterações em massa, planilhas, imagens por SKU. Cada uma pertence ao usuário que a preparou, e é apagada um dia depois do fim.';
comment on column private.staged_batches.source is
  'A origem: a alteração em massa pedida, ou o arquivo (file_name; com creates_categories, cria as categorias que faltam).';
comment on column private.staged_batches.total is 'O número de linhas da alteração inteira.';
comment on column private.staged_batches.bytes is 'O número de bytes que o cliente enviou.';
comment on column private.staged_batches.confirmed is
  'O número de linhas com dúvidas (doubts) que o usuário confirmou, no primeiro passo.';
comment on column private.staged_batches.batch is 'A alteração do histórico a que todos os passos pertencem.';
comment on column private.staged_batches.steps is 'O número de passos já gravados.';
comment on column private.staged_batches.ended_at is 'O momento em que não restava mais nada a gravar.';
comment on column private.staged_batches.selected is
  'Os registros escolhidos para uma alteração em massa, na ordem dos títulos; nulo depois que todos foram conferidos.';
comment on column private.staged_batches.planned is 'O número de registros escolhidos que já foram conferidos.';
comment on table private.staged_batch_rows is
  'As linhas de uma alteração preparada: os valores anteriores, os novos e o resultado de cada uma.';
comment on column private.staged_batch_rows.place is
  'A ordem da linha; em uma planilha, o número que o programa de planilhas lhe dá.';
comment on column private.staged_batch_rows.version is
  'A versão do registro na conferência: uma gravação posterior não é sobrescrita.';
comment on column private.staged_batch_rows.cells is
  'Os valores que o cliente enviou: as células de uma planilha, por coluna, ou os arquivos das imagens.';
comment on column private.staged_batch_rows.problems is 'Os erros que o painel encontrou na linha, em texto.';
comment on column private.staged_batch_rows.before is
  'Os valores anteriores das colunas que mudam; after tem os novos.';
comment on column private.staged_batch_rows.doubts is
  'As dúvidas que pedem confirmação: os motivos de price_doubts, ou zeros:SKU se já existe o mesmo SKU com zeros na frente.';
comment on column private.staged_batch_rows.outcome is
  'Depois da conferência: create, change, keep (sem mudança), refuse (recusada) ou out (removida pelo usuário). Depois da gravação: created, changed ou stale (outra pessoa mudou o registro antes).';
comment on column private.staged_batch_rows.refusal is 'O motivo da recusa: código, coluna e mensagem.';
comment on function private.checked_change(text, jsonb) is
  'Verifica uma alteração em massa e a retorna na forma em que é guardada; recusa quem não pode fazê-la, e alterações desconhecidas ou incompletas.';
comment on function private.check_total(private.staged_batches) is
  'Recusa uma alteração preparada com mais linhas do que o seu total.';
comment on function private.parse_staged_batch(jsonb, jsonb) is
  'Lê uma parte de uma alteração que o cliente envia em partes: os dados da alteração e o tamanho da parte. Recusa uma parte sem linhas.';
comment on function private.begin_batch(private.staged_batches) is
  'Começa a preparar uma alteração, ou continua uma que é enviada em partes; recusa a que já começou a ser gravada.';
comment on function private.make_room(uuid) is
  'Libera espaço para mais uma alteração preparada de quem chama (até 5, com 128 MB ao todo): apaga as terminadas e as alterações em massa não iniciadas; se não basta, recusa.';
comment on function private.end_of_batch(private.staged_batches) is
  'O momento em que uma alteração preparada terminou ou terminará: 24 horas sem um passo contam como o fim.';
comment on function private.lock_staged_batch(uuid) is
  'Bloqueia uma alteração preparada de quem chama até o fim da transação e a retorna; nula se não existe.';
comment on function private.sorted_ids(text, text[]) is 'Os ids dados que ainda existem, na ordem dos títulos.';
comment on function private.record_ids(private.staged_batches, integer[]) is 'Os ids dos registros das linhas dadas.';
comment on function private.plan_rows(private.staged_batches, text[]) is
  'Confere estes registros de uma alteração em massa: cria para cada um a linha com o que mudaria, ou com o motivo da recusa.';
comment on function private.find_targets(private.staged_batches, integer[]) is
  'Encontra os registros das linhas dadas. Recusa as linhas repetidas, as que encontram mais de um registro e as que têm um valor de outro tipo.';
comment on function private.compare_rows(private.staged_batches, integer[]) is
  'Compara cada linha dada com o seu registro: grava nela o que mudaria, ou o motivo pelo qual as regras a recusam.';
comment on function private.mark_missing_zeros(private.staged_batches, integer[]) is
  'Marca com dúvida as linhas que criariam um produto cujo SKU, com zeros na frente, já existe.';
comment on function private.category_sql(text) is
  'SQL da categoria que cada linha de uma planilha de produtos nomeia: as colunas a gravar (columns) e os nomes anterior (before) e novo (after).';
comment on function private.change_assignments(text, jsonb) is
  'SQL do valor novo de cada coluna que uma alteração em massa muda, calculado da linha stored.';
comment on function private.changed_price(text, jsonb) is
  'SQL do preço novo: mudado em %, em reais ou para um valor, e arredondado para o final pedido.';
comment on function private.refusal_sql(text, text[]) is
  'SQL do motivo pelo qual as restrições destas colunas recusam a linha wanted: código, coluna e mensagem; nulo se não a recusam.';
comment on function private.delete_refusal_sql(text) is
  'SQL do motivo pelo qual a linha stored não pode ser excluída: código e mensagem; nulo se pode.';
comment on function private.batch_counts(uuid) is
  'O número de linhas de cada resultado (counts), e quantas das linhas a gravar têm dúvidas (doubtful).';
comment on function private.batch_totals(uuid) is
  'Os números de uma alteração preparada (batch_counts), e quanto ela muda os preços de venda: a soma em reais (sum) e a média em % (percent).';
comment on function private.finish_plan(uuid) is
  'Retorna os números de uma alteração preparada; termina a que não tem nada a gravar.';
comment on function private.continue_batch(bigint) is
  'Registra este passo na mesma alteração do histórico que o primeiro passo abriu; recusa uma alteração que já foi desfeita.';
comment on function private.count_rows_to_write(uuid) is
  'Quantas linhas esta alteração preparada, e as outras de quem chama já iniciadas, ainda vão gravar.';
comment on function private.lock_records(private.staged_batches, integer[]) is
  'Bloqueia os registros das linhas dadas. Marca como stale as linhas cujo registro mudou desde a conferência, e recusa exclusões que não são mais permitidas.';
comment on function private.create_named_categories(private.staged_batches, integer[]) is
  'Cria as categorias nomeadas nas linhas que ainda não existem.';
comment on function private.store_pictures(private.staged_batches, jsonb) is
  'Guarda nas linhas as imagens enviadas; retorna as linhas a gravar. Uma linha sem imagens, só com problemas, é recusada.';
comment on function private.write_pictures(private.staged_batches, integer[]) is
  'Grava nos produtos das linhas dadas as suas imagens; retorna os endereços das imagens removidas.';
comment on function private.write_rows(private.staged_batches, integer[]) is
  'Grava as linhas dadas, menos as que o banco recusa, e anota o resultado de cada uma; retorna os endereços das imagens removidas.';
comment on function private.delete_records(private.staged_batches, integer[]) is
  'Exclui os registros das linhas dadas (de produtos, antes as imagens); retorna os endereços das suas imagens.';
comment on function private.count_new_pictures(private.staged_batches, integer[]) is
  'O número de imagens novas que as linhas dadas gravaram.';
comment on function private.repeated_step(integer, integer, jsonb) is
  'O resultado guardado, se este é o último passo já feito; nulo se é o próximo passo. Recusa qualquer outro.';
comment on function public.stage_rows(jsonb, jsonb) is
  'Recebe uma parte das linhas (place, cells, problems) de uma planilha; batch tem id, area, file_name, creates_categories e total. Não muda nenhum registro.';
comment on function public.plan_import(uuid, integer) is
  'Confere as próximas linhas de uma planilha sem mudar nenhum registro: o que cada uma criaria, mudaria ou manteria, ou por que é recusada. Retorna planning, planned ou missing.';
comment on function public.plan_pictures(jsonb, jsonb) is
  'Recebe uma parte das linhas de uma inclusão de imagens; batch tem id, file_name e total. Cada linha é um produto, com as imagens que tem (before) e que terá (after), ou um arquivo sem produto. Não muda nenhum registro.';
comment on function public.plan_change(uuid, text, jsonb, jsonb, integer) is
  'Confere uma alteração em massa de até 100.000 registros, size deles por pedido, sem mudar nenhum registro. Retorna planning com a parte já conferida (done, de 0 a 1), ou planned com os números: quantos registros mudam, não mudam, são recusados ou têm dúvidas.';
comment on function public.leave_out(uuid, integer[], boolean) is
  'Remove linhas de uma alteração preparada ou, com is_out falso, as inclui de novo; retorna os números, ou missing.';
comment on function public.batch_rows(uuid, text[], boolean, integer, integer) is
  'As linhas de uma alteração preparada com os resultados pedidos (outcomes), depois do lugar after; com doubtful, só as que têm dúvidas. Retorna menos de size linhas se os textos são longos.';
comment on function public.apply_batch(uuid, integer, integer, integer, jsonb) is
  'Grava as próximas linhas de uma alteração preparada, em uma transação; um registro que mudou desde a conferência não é sobrescrito. step é o número do passo, a partir de 1; o último passo, pedido de novo, retorna o mesmo resultado. confirmed é o número de linhas com dúvidas, que o usuário confirmou. pictures são as imagens das linhas deste passo. Retorna applying, done ou missing.';
comment on function public.open_batches() is
  'As alterações preparadas de quem chama que não terminaram, a mais nova primeiro.';
comment on function public.drop_batch(uuid) is
  'Descarta uma alteração preparada e as suas linhas; o que já foi gravado não muda.';
comment on function public.sweep_batches() is
  'Apaga até cinco alterações preparadas que terminaram há mais de um dia, de qualquer usuário; retorna quantas apagou.';

-- == Views of lists and backups ==
comment on table public.list_settings is 'As preferências de cada usuário para cada lista.';
comment on table public.list_views is 'Visualizações: buscas, filtros e colunas de uma lista, salvos com um nome.';
comment on column public.list_views.owner is
  'O usuário a quem a visualização pertence; nulo é de todos, e só o Administrador a altera.';
comment on function private.limit_list_views() is
  'Recusa mais de 60 visualizações de um usuário, e mais de 60 de todos.';
comment on function public.list_choices() is
  'As visualizações que quem chama pode ver, e as preferências dele para as listas.';
comment on function public.order_list_views(uuid[]) is
  'Põe as visualizações nesta ordem, menos as que quem chama não pode alterar; retorna quantas mudaram de lugar.';
comment on function public.set_list(text, text, integer) is
  'Guarda, para quem chama, as colunas escondidas ou as linhas por página de uma lista; retorna as duas.';
comment on column private.backups.problem is 'O motivo da falha, ou os avisos de um backup concluído.';
comment on function private.note_backup(text, text) is
  'Registra o resultado de um backup: made ou failed, com o problema.';
comment on function public.backup_notice() is
  'Para o Administrador: quando o último backup foi concluído (made_at), quando um posterior falhou (failed_at), e o motivo da falha ou os avisos do backup concluído (problem).';

-- == Readers outside the panel ==
comment on table public.catalogue_readers is
  'Quem pode ler o que está no ar, por público: ninguem; quem_entrou, os usuários com perfil e sessão aberta; todos, também sem entrar. Uma só linha, que o Administrador altera.';
comment on column public.catalogue_readers.todos is 'Quem pode ler os itens para todos.';
comment on column public.catalogue_readers.menu_parceiros is
  'Quem pode ler o menu de parceiros: os itens para todos e os itens para parceiros.';
comment on column public.catalogue_readers.catalogo_distribuidores is
  'Quem pode ler o catálogo de distribuidores: os itens para todos e os itens para distribuidores.';
comment on table private.products_on_air is
  'Os produtos ativos de categorias ativas, mantidos por gatilhos. Os valores que um leitor de fora do painel envia são comparados só com estas linhas.';
comment on function private.sync_product_on_air() is 'Acrescenta um produto a products_on_air, ou o tira de lá.';
comment on function private.lock_categories_on_air(uuid[], boolean) is
  'Bloqueia categorias até o fim da transação: quem grava um produto e quem liga ou desliga a sua categoria esperam um pelo outro.';
comment on function private.refill_products_on_air() is
  'Preenche de novo a lista dos produtos no ar, depois de uma carga com os gatilhos desligados.';
comment on function private.promo_changes_at(public.products, timestamptz) is
  'O próximo momento em que o preço promocional de um produto começa ou deixa de valer; nulo se não há.';
comment on function private.check_catalogue_reader(text) is
  'Recusa quem chama se ele não pode ler esse público; a chave de serviço sempre pode.';
comment on function private.catalogue_audience(text) is
  'As visibilidades de produtos e notificações, as posições de banners e os destinatários de notificações que um público vê.';
comment on function private.cached_catalogue(json, timestamptz) is
  'A resposta para um cliente anônimo, com ETag e validade, ou 304 se ele já a tem. Para outros clientes, a resposta sem cache.';

-- == Accounts ==
comment on table private.announced_users is
  'E-mails que um Administrador anunciou, com os quais um login pode ser criado nos 10 minutos seguintes.';
comment on column private.announced_users.code is
  'O código que o cadastro precisa enviar; nulo só em anúncios feitos por SQL.';
comment on table private.known_logins is
  'Logins criados por um anúncio ou que já tiveram perfil: um cadastro só reutiliza estes.';
comment on function public.announce_user(text) is
  'Para um Administrador: anuncia o e-mail de um usuário a cadastrar e retorna o código do cadastro, que vale por 10 minutos.';
comment on function public.before_user_created_hook(jsonb) is
  'Gancho da plataforma: recusa todo cadastro que um Administrador não anunciou nos últimos 10 minutos.';
comment on function private.consume_announcement() is
  'Apaga o anúncio quando o login é criado, e registra o login em known_logins.';
comment on function public.login_without_profile(text) is
  'O id do login que um cadastro anunciado criou ou que perdeu o perfil, para que um Administrador o reutilize; nulo se não há.';
comment on function private.close_reused_login() is
  'Tira a senha, as sessões e a verificação em duas etapas de um login reutilizado em um perfil novo: o usuário entra por um e-mail de recuperação.';
comment on function public.mfa_verification_attempt_hook(jsonb) is
  'Gancho da plataforma: depois de cinco códigos errados em 15 minutos, recusa até um código certo.';
comment on function private.checked_login(uuid) is
  'Recusa o login de outra pessoa, se quem chama não é Administrador. Retorna o login; sem argumento, o de quem chama.';
comment on function public.end_sessions(uuid, uuid) is
  'Encerra a sessão dada ou, sem ela, todas menos a de quem chama; registra na atividade e retorna quantas encerrou.';
comment on table public.factor_rule is
  'De quem a verificação em duas etapas é exigida: uma só linha, que o Administrador altera.';
comment on column public.factor_rule.required_of is
  'ninguem, administradores ou todos. Um usuário que deve usá-la e ainda não a ativou não lê nem grava nada.';
comment on function private.check_own_factor() is
  'Recusa exigir a verificação em duas etapas de outras pessoas, se quem chama não a usa.';
comment on function private.protect_required_factor() is
  'Recusa remover a própria verificação em duas etapas enquanto ela é exigida, a não ser que o usuário use outro aplicativo.';
comment on function private.remove_factors(uuid, uuid) is
  'Remove a verificação em duas etapas de um usuário e encerra as sessões dele; retorna quantos fatores removeu.';
comment on function public.remove_factors(uuid) is
  'Para um Administrador: remove a verificação em duas etapas de outro usuário, por exemplo se ele perdeu o celular.';

-- == Privacy ==
comment on function public.personal_data(text, text) is
  'Para o Administrador: tudo o que é guardado sobre um distribuidor, parceiro ou usuário, para entregar ao titular. Cada consulta é registrada na atividade, até 20 por hora.';
comment on function public.anonymise(text, text) is
  'Para o Administrador: apaga os dados pessoais de um distribuidor, parceiro ou usuário de tudo o que é guardado; a linha fica, sem nome. A anonimização não pode ser desfeita. Retorna os arquivos a apagar (files), quantas visualizações apagou (views), e em quantos registros de cada área um texto livre ainda nomeia o titular (not_reached).';
comment on function private.repeated_anonymise(text, text) is
  'O resultado de um pedido repetido, se a última mudança do registro foi anonimizá-lo; nulo se não foi.';
comment on function private.anonymous_values(text, text) is
  'Os valores que substituem os dados pessoais de um titular, por coluna.';
comment on function private.anonymise_login(uuid) is
  'Fecha um login, e apaga dele e do registro de acessos da plataforma os dados pessoais.';
comment on function private.anonymise_staged(text, text, text[]) is
  'Esvazia as linhas de alterações preparadas, de qualquer usuário, que têm dados de um titular.';
comment on function private.anonymise_views(text[]) is
  'Apaga as visualizações, de qualquer usuário, que nomeiam ou procuram um titular; retorna quantas apagou.';
comment on function private.count_free_texts(text[]) is
  'O número de registros de cada área em que um texto ainda contém um destes valores.';
