// Names and descriptions for accounts and payments. read-pools.ts explains the notation.
export const FINANCE = `
account, bank account, wallet, savings account, ledger account, cash account + balance transaction transfer bank deposit withdrawal iban currency : balance 120-24800; limit 500-8000; rate 0.1-4
  private > {Everyday|Household|Holiday|Rent|Emergency} account
  saving > {Savings|Fixed-term|Children's savings} account
  business > {Operating|Payroll|Tax reserve|Deposit} account
  joint > Joint account {first} & {first}
  currency > {Euro|Dollar|Pound|Franc} account

account crm, customer account, client account, crm account + : revenue 12000-4800000; employees 4-4200
  trade > {Harbor|Finch|Lantern|Birch|Saltmarsh} {Foods|Retail|Trading}
  technical > {Heron|Bolt|Quantel|Orchid} {Systems|Software|Networks}
  craft > {Granite Works|Axle Motors|Oak & Linen|Petrel Print}
  family > {surname} {& Sons|& Partner|Ltd}

transaction, payment, expense, transfer, charge, bank transaction, entry ledger, withdrawal, deposit, spending, purchase record : amount 4-480; price 4-480; fee 0-12; balance 120-9800
  groceries > {Market hall|Corner bakery|Organic shop|Supermarket}
  transport > {Train ticket|Fuel|Bike repair|Monthly pass|Parking}
  home > {Rent|Electricity|Internet|Home insurance}
  eating out > {Lunch|Dinner|Coffee} with {first}
  health > {Pharmacy|Dentist|Gym}
  income > {Salary|Refund of deposit|Tax refund}

invoice, bill, receipt, credit note, statement, purchase order : amount 40-4800; total 40-4800; tax 4-480; quantity 1-12; balance 0-2400
  services > {Cleaning|Hosting|Consulting|Maintenance}, {January|February|March|April}
  goods > {Office chairs|Paper and toner|Coffee beans|Packaging|Spare parts}
  projects > {First|Second|Final} instalment, {shop fitting|web shop|extension}
  ~ {Payable within 14 days|Payable within 30 days|Paid by direct debit}.

budget, cost center, budget line, expense category, spending category : amount 400-48000; spent 80-31000; balance 120-12000; price 400-48000; limit 400-48000
  home > {Groceries|Rent|Transport|Eating out|Clothes|Holiday|Children|Gifts}
  company > {Travel|Software|Office rent|Marketing|Training|Events|Hardware|Cleaning}
  projects > {Trade fair|Web shop|Warehouse move|Apprentices}

subscription, plan, membership, price plan, tariff, tier, package plan, insurance plan, insurance, policy insurance, coverage, mobile plan, membership plan : price 4.9-129; fee 4.9-129; months 1-24; data_gb 2-80; amount 4.9-129; discount 5-25
  basic > {Basic|Starter|Light} {monthly|yearly}
  medium > {Standard|Family|Team|Plus} {monthly|yearly}
  large > {Premium|Business|Unlimited} {monthly|yearly}
  insurance > {Household|Travel|Liability|Bicycle} cover
  ~ {Cancel at any time|Minimum term of {12|24} months|First month free}. {Two devices|Support by phone|Up to five people}.

coupon, discount, voucher, promotion, promo code, gift card, offer promo, reward, loyalty program, promo, deal promo : percent 5-30; discount 5-30; amount 5-50; value 5-50; points 50-2000; price 5-50
  seasons > {SPRING|SUMMER|AUTUMN|WINTER}{10|15|20}
  welcome > {WELCOME|HELLO|FIRST}{5|10|15}
  shipping > {FREESHIP|SHIPFREE|NOPOST}
  thanks > {THANKS|LOYAL|FRIENDS}{10|20|25}
  ~ {From 40 upwards|Once per customer|Not with other offers}.

card, credit card, debit card, payment card, bank card, payment method + balance account bank payment booking cvv expiry holder transaction : balance 40-6400; limit 500-12000
  private > {Visa|Mastercard|Maestro} {Gold|Classic|Debit|Travel}
  business > {Visa|Mastercard} {Business|Corporate|Purchasing}
  prepaid > {Gift|Prepaid|Youth} card
  ending > {Visa|Mastercard} ending in {1000..9899}

stock, share, security, equity, holding, coin, cryptocurrency, crypto, commodity, bond, position : price 2-480; value 40-9800; quantity 1-240; volume 12000-4800000; change 1-5
  technology > {Heron Cloud|Bolt Chips|Quantel Systems|Nova Valley Software|Orchid Networks}
  health > {Alder Health|Medway Labs|Pharox}
  energy > {Solane Energy|Windrose Power|Petrel Oil}
  finance > {Harbor Bank|Meridian Capital|Trustway Insurance}
  consumer > {Finch Retail|Lantern Foods|Birch Home}
  industry > {Granite Works|Axle Motors|Skylark Air}

loan, mortgage, credit, lease contract, financing + interest bank amount principal borrower : amount 1200-240000; principal 1200-240000; rate 1.2-8.9; months 12-360; balance 400-180000
  private > {Car|Kitchen|Student|Renovation|Wedding} loan
  property > {Flat|House|Plot} mortgage, {10|15|20} years fixed
  business > {Machine|Vehicle|Start-up|Working capital} loan
  short > {Bridge|Overdraft|Solar panel} credit

donation, fundraiser, charity, cause, pledge, crowdfunding campaign, grant, scholarship : amount 5-2500; goal 900-60000; price 5-2500
  nature > {Wetland|Hedge|Orchard} {restoration|planting}
  children > {School meals|Swimming lessons|Books} for {city}
  culture > {Organ|Cinema|Village hall} {repair|roof}
  relief > {Winter shelter|Food bank|Flood relief}
  animals > {Owl|Hedgehog|Donkey} sanctuary

tax, fee, rate, surcharge, price list, price rule, tax rate : rate 2-25; percent 2-25; amount 1-60; price 1-60
  tax > {Standard|Reduced|Zero} VAT, {Austria|Germany|France|Spain|Norway}
  fees > {Booking|Late return|Cleaning|Service} fee
  surcharges > {Weekend|Night|Fuel|Small order} surcharge
  deposits > {Key|Bottle} deposit
`;
