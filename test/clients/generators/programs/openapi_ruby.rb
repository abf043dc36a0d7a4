# A client of OpenAPI Generator for Ruby. The gem typhoeus comes from Debian here (ruby-typhoeus).
require 'json'
require 'uri'
$LOAD_PATH.unshift('lib')
require 'openapi_client'

ITEMS = [{ 'name' => 'B' }].freeze
address = URI(ENV.fetch('PLATEN_URL'))
OpenapiClient.configure do |settings|
  settings.scheme = address.scheme
  settings.host = "#{address.host}:#{address.port}"
  settings.server_index = nil
  settings.api_key['X-Api-Key'] = ENV.fetch('PLATEN_API_KEY')
  settings.api_key['apiKey'] = ENV.fetch('PLATEN_API_KEY')
end

def render(title, items, delivery = 'binary')
  request = OpenapiClient::GenerateRequest.new(variables: { 'title' => title, 'items' => items }, delivery: delivery)
  file = OpenapiClient::GenerateApi.new.generate_image(ENV.fetch('PLATEN_TEMPLATE'), request)
  file.open if file.closed?
  file.binmode
  file.rewind
  file.read
end

def refused
  render('a', ITEMS)
rescue OpenapiClient::ApiError => e
  JSON.parse(e.response_body)['errors'][0]['pointer']
end

{
  'projects' => -> { OpenapiClient::DiscoveryApi.new.list_projects[0].name },
  'file' => -> { render('A', JSON.generate(ITEMS))[0, 4].unpack1('H*') },
  'link' => -> { JSON.parse(render('A', ITEMS, 'link'))['url'] },
  'lists' => -> { render('A', ITEMS)[0, 4].unpack1('H*') },
  'refused' => -> { refused }
}.each do |name, call|
  puts "#{name}: #{call.call}"
rescue StandardError => e
  puts "#{name}: #{e.class} #{e.message}"
end
