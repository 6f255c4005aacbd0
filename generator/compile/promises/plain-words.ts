// Words in a description that promise nothing and can be ignored.
const set = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

export const PLAIN = set(`
  a an the this that these those which it its they their them your you all any each every one two three four five some
  both is are was be been will can may as such like and or also please note more other more about per given specified
  particular specific existing new current full complete whole single multiple several individual matching available
  tool function endpoint api call request operation method command result response output list collection array
  record object entry item row element detail information info data metadata attribute property field value id
  identifier uuid key name argument parameter option input required optional optionally take need use used using provide
  provided pass specify support allow accept return returned returning show shown get give retrieve fetch find found
  include including contain containing following paginated pagination page paging limit filter filtered narrow
  filtering searching equal equals search permanently permanent undone reversed irreversible recovered action success successful successfully
  confirmation exact based user account service server system platform app`);
