// Facts for generated rows that agree with each other: cities with region, country, post code and airport; currencies
// with a rate; stocks. They are plausible but fixed, so they are not up to date.
export interface City {
  readonly city: string;
  readonly region: string;
  readonly country: string;
  readonly code: string;
  readonly zip: string;
  readonly airport: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly zone: string;
}

export const CITIES: readonly City[] = `
New York|New York|United States|US|10001|JFK|40.71|-74.01|America/New_York
Los Angeles|California|United States|US|90012|LAX|34.05|-118.24|America/Los_Angeles
San Francisco|California|United States|US|94103|SFO|37.77|-122.42|America/Los_Angeles
Chicago|Illinois|United States|US|60601|ORD|41.88|-87.63|America/Chicago
Boston|Massachusetts|United States|US|02108|BOS|42.36|-71.06|America/New_York
Seattle|Washington|United States|US|98101|SEA|47.61|-122.33|America/Los_Angeles
Denver|Colorado|United States|US|80202|DEN|39.74|-104.99|America/Denver
Miami|Florida|United States|US|33130|MIA|25.76|-80.19|America/New_York
Austin|Texas|United States|US|78701|AUS|30.27|-97.74|America/Chicago
Portland|Oregon|United States|US|97205|PDX|45.52|-122.68|America/Los_Angeles
Toronto|Ontario|Canada|CA|M5H|YYZ|43.65|-79.38|America/Toronto
Vancouver|British Columbia|Canada|CA|V6B|YVR|49.28|-123.12|America/Vancouver
Mexico City|CDMX|Mexico|MX|06000|MEX|19.43|-99.13|America/Mexico_City
London|England|United Kingdom|GB|EC1A|LHR|51.51|-0.13|Europe/London
Manchester|England|United Kingdom|GB|M1|MAN|53.48|-2.24|Europe/London
Dublin|Leinster|Ireland|IE|D01|DUB|53.35|-6.26|Europe/Dublin
Paris|Ile-de-France|France|FR|75001|CDG|48.86|2.35|Europe/Paris
Lyon|Auvergne-Rhone-Alpes|France|FR|69001|LYS|45.76|4.84|Europe/Paris
Berlin|Berlin|Germany|DE|10115|BER|52.52|13.4|Europe/Berlin
Munich|Bavaria|Germany|DE|80331|MUC|48.14|11.58|Europe/Berlin
Hamburg|Hamburg|Germany|DE|20095|HAM|53.55|9.99|Europe/Berlin
Madrid|Madrid|Spain|ES|28001|MAD|40.42|-3.7|Europe/Madrid
Barcelona|Catalonia|Spain|ES|08001|BCN|41.39|2.17|Europe/Madrid
Lisbon|Lisbon|Portugal|PT|1100|LIS|38.72|-9.14|Europe/Lisbon
Rome|Lazio|Italy|IT|00184|FCO|41.9|12.5|Europe/Rome
Milan|Lombardy|Italy|IT|20121|MXP|45.46|9.19|Europe/Rome
Vienna|Vienna|Austria|AT|1010|VIE|48.21|16.37|Europe/Vienna
Zurich|Zurich|Switzerland|CH|8001|ZRH|47.38|8.54|Europe/Zurich
Amsterdam|North Holland|Netherlands|NL|1012|AMS|52.37|4.9|Europe/Amsterdam
Stockholm|Stockholm|Sweden|SE|11120|ARN|59.33|18.07|Europe/Stockholm
Oslo|Oslo|Norway|NO|0150|OSL|59.91|10.75|Europe/Oslo
Copenhagen|Capital Region|Denmark|DK|1050|CPH|55.68|12.57|Europe/Copenhagen
Warsaw|Masovia|Poland|PL|00-001|WAW|52.23|21.01|Europe/Warsaw
Tokyo|Tokyo|Japan|JP|100-0001|HND|35.68|139.69|Asia/Tokyo
Osaka|Osaka|Japan|JP|530-0001|KIX|34.69|135.5|Asia/Tokyo
Seoul|Seoul|South Korea|KR|04524|ICN|37.57|126.98|Asia/Seoul
Singapore|Singapore|Singapore|SG|048616|SIN|1.35|103.82|Asia/Singapore
Mumbai|Maharashtra|India|IN|400001|BOM|19.08|72.88|Asia/Kolkata
Delhi|Delhi|India|IN|110001|DEL|28.61|77.21|Asia/Kolkata
Sydney|New South Wales|Australia|AU|2000|SYD|-33.87|151.21|Australia/Sydney
Melbourne|Victoria|Australia|AU|3000|MEL|-37.81|144.96|Australia/Melbourne
Sao Paulo|Sao Paulo|Brazil|BR|01000|GRU|-23.55|-46.63|America/Sao_Paulo
Buenos Aires|Buenos Aires|Argentina|AR|C1002|EZE|-34.6|-58.38|America/Argentina/Buenos_Aires
Cape Town|Western Cape|South Africa|ZA|8001|CPT|-33.92|18.42|Africa/Johannesburg
Cairo|Cairo|Egypt|EG|11511|CAI|30.04|31.24|Africa/Cairo
Nairobi|Nairobi|Kenya|KE|00100|NBO|-1.29|36.82|Africa/Nairobi`
  .trim()
  .split('\n')
  .map((line) => {
    const [
      city = '',
      region = '',
      country = '',
      code = '',
      zip = '',
      airport = '',
      latitude = '0',
      longitude = '0',
      zone = '',
    ] = line.split('|');
    return {
      city,
      region,
      country,
      code,
      zip,
      airport,
      latitude: Number(latitude),
      longitude: Number(longitude),
      zone,
    };
  });

export const CURRENCIES: readonly { readonly code: string; readonly name: string; readonly perUsd: number }[] = `
USD|US dollar|1
EUR|euro|0.92
GBP|pound sterling|0.79
JPY|Japanese yen|150
CNY|Chinese yuan|7.2
RMB|Chinese yuan|7.2
INR|Indian rupee|83
CAD|Canadian dollar|1.36
AUD|Australian dollar|1.52
CHF|Swiss franc|0.88
SEK|Swedish krona|10.4
NOK|Norwegian krone|10.6
DKK|Danish krone|6.9
PLN|Polish zloty|4
BRL|Brazilian real|5
MXN|Mexican peso|17
RUB|Russian rouble|90
KRW|South Korean won|1330
SGD|Singapore dollar|1.34
ZAR|South African rand|18.5
NZD|New Zealand dollar|1.64
HKD|Hong Kong dollar|7.8
TRY|Turkish lira|32
THB|Thai baht|36`
  .trim()
  .split('\n')
  .map((line) => {
    const [code = '', name = '', perUsd = '1'] = line.split('|');
    return { code, name, perUsd: Number(perUsd) };
  });

export const STOCKS: readonly { readonly symbol: string; readonly company: string; readonly sector: string }[] = `
HRNC|Heron Cloud|Technology
BLTC|Bolt Chips|Technology
QNTL|Quantel Systems|Technology
NVLY|Nova Valley Software|Technology
ORCD|Orchid Networks|Technology
ALDR|Alder Health|Healthcare
MDWY|Medway Labs|Healthcare
PHRX|Pharox|Healthcare
SOLN|Solane Energy|Energy
WNDR|Windrose Power|Energy
PTRL|Petrel Oil|Energy
HRBR|Harbor Bank|Financials
MRDN|Meridian Capital|Financials
TRST|Trustway Insurance|Financials
FNCH|Finch Retail|Consumer
LNTN|Lantern Foods|Consumer
BRCH|Birch Home|Consumer
GRNT|Granite Works|Industrials
AXLE|Axle Motors|Industrials
SKYL|Skylark Air|Industrials`
  .trim()
  .split('\n')
  .map((line) => {
    const [symbol = '', company = '', sector = ''] = line.split('|');
    return { symbol, company, sector };
  });

/** The sets by name. A recipe takes a value from a set with {record, field}. */
export const RECORD_SETS: Readonly<Record<string, readonly Readonly<Record<string, string | number>>[]>> = {
  cities: CITIES.map((row) => ({ ...row })),
  currencies: CURRENCIES.map((row) => ({ ...row })),
  stocks: STOCKS.map((row) => ({ ...row })),
};
