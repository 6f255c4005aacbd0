// Names and descriptions for software and the work on it. read-pools.ts explains the notation.
export const SOFTWARE = `
repository, repo, package, library package, module, app, application, service, microservice, codebase, plugin, extension, function, lambda, image repository : stars 0-4200; forks 0-380; size 120-48000; port 3000-9000; replicas 1-6; downloads 40-920000
  services > {checkout|billing|inventory|search|auth|shipping}-service
  apps > {web|mobile|admin|partner}-{app|portal}
  libraries > {date|csv|retry|color|router}-kit
  tools > {deploy|release|lint|backup}-tools
  docs > {handbook|design-system|api-docs|runbooks}
  ~ {Serves the checkout pages|Shared code of all front ends|Sends mail and text messages|Imports supplier price lists|Everything that releases need}. {Written in TypeScript|Written in Go|Written in Python}.

branch, git branch, head : 
  feature > feature/{search-filters|bulk-import|dark-mode|saved-carts|invoice-pdf|two-factor}
  fix > fix/{timezone-offset|empty-cart|login-loop|csv-encoding|retry-limit}
  release > release/{4.2|4.3|5.0}
  chore > chore/{update-deps|node-24|remove-flags}
  base > {main|develop|staging}
  docs > docs/{readme|api-errors|onboarding}

commit, changeset, revision : additions 1-420; deletions 0-240
  fix > Fix {rounding of tax|empty search results|date of invoices|retry after timeout|broken link in footer}
  add > Add {export to CSV|rate limits|health check|index on order date|tests for refunds}
  remove > Remove {unused styles|old feature flag|dead endpoint|legacy importer}
  docs > Document {error codes|release steps|local set-up}
  build > Update {dependencies|base image|lint rules}

pull request, merge request, pull, mr : additions 4-900; deletions 0-420; comments 0-18; files 1-32
  feature > {Add|Introduce} {saved searches|bulk export|webhook retries|address book|dark theme|two-factor sign-in}
  fix > Fix {double charge on retry|time zone of reports|crash on empty cart|slow customer list|wrong VAT for Norway}
  refactor > {Split|Simplify|Type} {the payment module|order totals|the mail queue}
  build > {Upgrade to Node 24|Cache dependencies in CI|Smaller base image}
  ~ {Closes the ticket of last week|Behind a flag until the next release|No change for users}. {Tests added|Tried on staging|Screenshots in the thread}.

issue, bug, defect, ticket + repository repo branch commit pull project sprint milestone epic code : points 1-13; comments 0-14; votes 0-60
  bug > {Export|Import|Search|Login|Checkout} {fails with an empty date|times out for large accounts|shows the wrong currency|ignores the filter}
  feature > {Filter orders by warehouse|Keyboard shortcuts in the editor|Invoice as PDF|Remember column widths|Support passkeys}
  docs > {Explain rate limits|Describe webhook retries|Add example for pagination}
  ~ {Since the last release|On Safari only|For accounts with more than 1,000 orders}: {steps are in the first comment|a stack trace is attached|happens every time}.

ticket, support ticket, case, support case, incident report, helpdesk ticket, service request, complaint, inquiry, request, support request, claim : hours 1-72; comments 0-9
  account > {Cannot sign in after password change|Change e-mail address of account|Two accounts with the same address|Locked out on new phone}
  billing > {Invoice shows the wrong amount|Charged twice for one order|Refund has not arrived|VAT number missing on invoice|Card was declined}
  delivery > {Parcel marked delivered, not received|Change delivery address|Item arrived damaged|Delivery is three days late}
  product > {App closes on start|Export stays empty|Page loads slowly|Printer not found|Search finds nothing}
  access > {Access to shared folder|New laptop for new colleague|VPN drops every hour|Licence for design tool}
  ~ {It began on Monday|Since yesterday's update|It happens every time}: {two devices show the same|a screenshot is attached|other colleagues see it too|restarting did not help}.

incident, outage, alert, alarm event, event log : minutes 4-240
  web > {Elevated error rate on|Slow responses from|Timeouts on} {checkout|search|the public API}
  data > {Replication lag on|Disk 90 % full on|Connection limit reached on} {orders-db|reports-db}
  jobs > {Mail queue is growing|Nightly import failed|Certificate expires in seven days}
  network > {Packet loss between zones|DNS lookups fail|Load balancer unhealthy}
  ~ {Customers see errors at payment|Internal only|Some pages are slow}. {Rolled back|Restarted two nodes|Traffic moved to another zone}.

deployment, release, build, pipeline, workflow, job, run, pipeline run, workflow run, cron job, batch job, automation : minutes 1-55; replicas 1-6
  deploy > deploy-{web|api|billing|search}-{staging|production}
  build > build-{web|api|mobile|images}
  test > {unit|integration|browser|load}-tests
  nightly > nightly-{backup|import|report|cleanup}
  ~ {Runs on every push|Runs at night|Started by hand}.

database, schema, dataset, data source, warehouse table, collection + database field query document : rows 40-2400000; size 2-86000
  business > {orders|customers|invoices|inventory|shipments}
  web > {sessions|page_views|signups|searches}
  finance > {ledger|payouts|exchange_rates|budgets}
  people > {employees|leave_requests|candidates}
  ops > {incidents|deployments|audit_log|metrics_daily|feature_flags}
  ~ {One row per order|Refreshed every night|Written by the checkout service|Kept for {12|24} months}.

bucket, storage bucket, volume, disk, drive, snapshot, backup, archive + storage server instance bucket : size_gb 2-1800
  assets > {product|press|avatar}-{images|uploads}
  backup > {orders|customers|mail}-backup-{daily|weekly}
  logs > {access|audit|build}-logs
  data > {exports|invoices|reports}-{eu|us}
  ~ {Versioned, kept for {30|90} days|Public read|Encrypted, private}.

environment, namespace, stage, workspace environment, tenant, stack : 
  _ > {production|staging|development|preview|sandbox|qa}
  _ > {payments|search|platform|data|mobile|growth}
  _ > {prod|staging}-{eu|us|ap}
  tools > {monitoring|ingress|logging|ci}

milestone, sprint, iteration, epic, cycle : points 8-60; progress 0-100; days 7-21
  sprints > Sprint {24..48}
  releases > {Spring|Summer|Autumn|Winter} release
  epics > {Self-service returns|New checkout|Supplier portal|Mobile sign-in|Invoice archive}
  ~ {Smaller steps for returns|Less mail for the service desk|Same look on all pages}.

flag, feature flag, feature, toggle, experiment, setting : percent 0-100
  checkout > {new-checkout|express-pay|gift-wrap|saved-cards}
  search > {fuzzy-search|search-suggestions|recent-searches}
  account > {passkeys|dark-theme|two-factor|export-data}
  ops > {read-only-mode|slow-query-log|beta-banner}
  pages > {new-home|price-badges|review-photos|store-finder|size-guide|stock-labels}
  ~ {For staff only|Rolled out step by step|Off since the last incident}.

webhook, endpoint, integration, connector, connection, subscription endpoint, api : 
  orders > {Order created|Order paid|Order shipped} to {warehouse|accounting|CRM}
  people > {New customer|Newsletter sign-up|Unsubscribed} to {mailing|CRM}
  ops > {Build failed|Alert raised|Deploy finished} to {chat|pager}
  files > {Invoices|Price lists} to {archive|partner}
  ~ {Signed with a secret|Retried three times|Sends JSON}.

api key, token, credential, secret, access key, certificate : 
  machines > {ci|deploy|backup|monitoring}-{key|token}
  partners > {warehouse|accounting|newsletter}-partner
  people > {Laptop|Desktop|Phone} of {first}
  tests > {sandbox|staging|load-test}-key

domain, site, website, zone, dns zone, web page, landing page : price 9-49; visits 120-84000
  shops > {heron-bikes|saltmarsh-tea|oakandlinen|brightshore|papercrane}.example
  blogs > {notes|travel|garden|kitchen}-{diary|journal}.example
  company > {careers|status|help|docs}.{harbor|finch|lantern}.example
  ~ {Registered until 2033|Renews every year|Redirects to the shop}.

model, ml model, prompt, agent, bot, assistant, chatbot + endpoint deployment version training dataset run experiment : accuracy 71-98
  text > {ticket|review|mail}-{classifier|summarizer|router}
  forecast > {demand|churn|delivery-time|price}-forecast
  vision > {label|damage|shelf}-detector
  assist > {service|onboarding|returns|shop}-assistant
  ~ Trained on {orders|tickets|photos} of {2028|2029|2030}.
`;
