const session = 'Sua sessão terminou. Entre novamente.';
const permission = 'Você não tem permissão para fazer isso.';
const rate = 'Muitas tentativas em pouco tempo. Aguarde alguns minutos e tente novamente.';
const server = 'O servidor não conseguiu responder agora. Tente novamente em instantes.';
const link = 'O link de recuperação é inválido ou expirou.';
const period = 'O fim deve ser depois do início, e ambos entre 2000 e 2099.';
const slow = 'O servidor demorou demais para responder. Tente novamente.';
const unclear = 'O servidor não entendeu o pedido.';
const unavailable = 'Este recurso não está disponível.';

/**
 * The texts of errors, keyed by error code, name of a constraint, or HTTP status. Sources of the codes: the platform's
 * auth (docs: Error codes), PostgREST (docs: Errors), PostgreSQL (SQLSTATE), the platform's storage, and the panel.
 */
export const errorTexts: Record<string, string> = {
  // auth
  invalid_credentials: 'E-mail ou senha incorretos.',
  email_not_confirmed: 'Este e-mail ainda não foi confirmado.',
  user_banned: 'Este acesso está bloqueado. Fale com um Administrador.',
  user_not_found: 'Usuário não encontrado.',
  user_already_exists: 'Já existe um usuário com este e-mail.',
  email_exists: 'Já existe um usuário com este e-mail.',
  email_address_invalid: 'Este endereço de e-mail não é válido.',
  email_address_not_authorized:
    'Este endereço de e-mail não pode receber mensagens deste servidor.',
  email_provider_disabled: 'O login por e-mail está desativado.',
  signup_disabled: 'O cadastro de novos usuários está fechado.',
  weak_password: 'A senha é fraca demais. Use pelo menos 8 caracteres.',
  pwned_password:
    'Esta senha é fácil de adivinhar: muita gente a usa, ou ela repete o nome ou o e-mail. Escolha outra.',
  same_password: 'A nova senha deve ser diferente da atual.',
  current_password_required: 'Informe a senha atual.',
  current_password_invalid: 'A senha atual está incorreta.',
  reauthentication_needed: 'Por segurança, entre novamente antes de alterar a senha.',
  reauthentication_not_valid: 'A confirmação de identidade não é válida. Entre novamente.',
  otp_expired: link,
  otp_disabled: link,
  flow_state_not_found: link,
  flow_state_expired: link,
  bad_code_verifier: link,
  mfa_verification_failed: 'Código incorreto ou já usado. Digite o código atual do aplicativo.',
  mfa_verification_rejected: 'Muitos códigos errados. Aguarde 15 minutos e entre novamente.',
  mfa_challenge_expired: 'O tempo para digitar o código acabou. Tente novamente.',
  mfa_ip_address_mismatch: 'O endereço da sua conexão não é mais o mesmo. Tente novamente.',
  mfa_factor_not_found: 'Esta verificação em duas etapas não existe mais. Entre novamente.',
  unexpected_shape:
    'O servidor respondeu em um formato inesperado. Atualize a página e tente novamente.',
  mfa_factor_name_conflict: 'Já existe um aplicativo com este nome.',
  too_many_enrolled_mfa_factors: 'Há aplicativos demais. Remova um antes de adicionar outro.',
  factor_required:
    'A verificação em duas etapas é obrigatória para você. Para trocar de aplicativo, ative primeiro o novo.',
  over_request_rate_limit: rate,
  over_email_send_rate_limit:
    'Muitos e-mails foram pedidos em pouco tempo. Aguarde alguns minutos e tente novamente.',
  over_sms_send_rate_limit: rate,
  session_missing: session,
  session_not_found: session,
  session_expired: session,
  refresh_token_not_found: session,
  refresh_token_already_used: session,
  bad_jwt: session,
  no_authorization: session,
  not_admin: permission,
  insufficient_aal: 'Confirme primeiro o código da verificação em duas etapas.',
  captcha_failed: 'A verificação de segurança falhou. Tente novamente.',
  validation_failed: 'O servidor recusou os dados: falta algo ou um valor não é válido.',
  bad_json: unclear,
  conflict: 'Outra pessoa alterou estes dados ao mesmo tempo. Tente novamente.',
  request_timeout: slow,
  hook_timeout: server,
  hook_timeout_after_retry: server,
  unexpected_failure: server,
  provider_disabled: unavailable,
  anonymous_provider_disabled: unavailable,
  phone_provider_disabled: unavailable,

  // rest
  PGRST116: 'Registro não encontrado.',
  PGRST202: unavailable,
  PGRST205: unavailable,
  PGRST003: server,
  PT401: session,
  PGRST301: session,
  PGRST302: session,
  PGRST303: session,
  '22001': 'Um dos textos é longo demais.',
  '22003': 'Um dos números é grande demais.',
  '22007': 'Uma das datas não é válida.',
  '22008': 'Uma das datas não é válida.',
  '22P05': 'Um dos textos tem um caractere que não pode ser salvo.',
  '22P02': 'Um dos valores não tem o formato esperado.',
  '23502': 'Um campo obrigatório está vazio.',
  '23503': 'Este registro está ligado a outros ou a um que não existe mais.',
  '23505': 'Já existe um registro com estes dados.',
  '23514': 'Um dos valores não é permitido.',
  '25006':
    'O banco de dados só pode ser lido agora: nada pode ser salvo. Avise quem cuida do servidor.',
  '40001': 'Outra pessoa alterou estes dados ao mesmo tempo. Tente novamente.',
  '40P01': 'Outra pessoa alterou estes dados ao mesmo tempo. Tente novamente.',
  '42501': permission,
  '53300': server,
  '57014': slow,

  // constraints of tables, by name
  products_category_id_fkey: 'A categoria escolhida foi excluída. Escolha outra.',
  products_promo_period: period,
  products_promo_period_of_price: 'Sem preço promocional não há período de promoção.',
  banners_period: period,
  notificacoes_period: period,
  staged_batches_whole_plan: 'A conferência desta alteração ainda não terminou.',

  // storage
  Duplicate: 'Já existe um arquivo com este nome.',
  KeyAlreadyExists: 'Já existe um arquivo com este nome.',
  ResourceAlreadyExists: 'Já existe um arquivo com este nome.',
  EntityTooLarge: 'O arquivo é grande demais.',
  InvalidMimeType: 'Este tipo de arquivo não é aceito.',
  invalid_mime_type: 'Este tipo de arquivo não é aceito.',
  InvalidKey: 'O nome do arquivo não é aceito.',
  NoSuchKey: 'Arquivo não encontrado.',
  NoSuchBucket: 'O local dos arquivos não foi encontrado.',
  AccessDenied: permission,
  InvalidJWT: session,
  SlowDown: rate,
  Aborted: 'O envio do arquivo parou antes do fim. Tente novamente.',
  DatabaseTimeout: slow,
  InvalidRequest: unclear,
  NotSupported: unavailable,
  ResourceLocked: 'Este arquivo está em uso agora. Tente novamente em instantes.',

  // by HTTP status, for responses whose code has no text above
  '401': session,
  '403': permission,
  '404': 'Registro não encontrado.',
  '413': 'O que foi enviado é grande demais.',
  '429': rate,
  '500': server,
  '502': server,
  '503': server,
  '504': server,
  '507':
    'O disco do servidor está cheio ou quase: nada novo pode ser salvo até que haja espaço. Avise quem cuida do servidor.',
};
