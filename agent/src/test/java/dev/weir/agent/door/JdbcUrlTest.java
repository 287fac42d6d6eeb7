package dev.weir.agent.door;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JdbcUrlTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "jdbc:h2:mem:shop;DB_CLOSE_DELAY=-1 | shop",
        "jdbc:h2:mem:Shop | Shop",
        "jdbc:h2:mem: | unknown",
        "jdbc:h2:file:/var/x/shop;MODE=MySQL | shop",
        "jdbc:h2:~/shop | shop",
        "jdbc:h2:./data/shop | shop",
        "jdbc:h2:file:C:\\data\\shop | shop",
        "jdbc:h2:tcp://localhost:9092/~/shop | shop",
        "jdbc:h2:tcp://localhost/mem:shop | shop",
        "jdbc:postgresql://h:5432/shop?x=y | shop",
        "jdbc:postgresql://h1:5432,h2:5432/shop | shop",
        "jdbc:postgresql:shop | shop",
        "jdbc:postgresql:///shop | shop",
        "jdbc:postgresql://h/ | unknown",
        "jdbc:postgresql://[::1]:5432/shop | shop",
        "jdbc:mysql://h/shop | shop",
        "jdbc:mysql://h/shop?useSSL=false&database=other | shop",
        "jdbc:mysql:loadbalance://h1:3306,h2:3306/shop | shop",
        "jdbc:mysql://address=(host=h)(port=3306)/shop | shop",
        "jdbc:mysql://(host=h,port=3306)/shop | shop",
        "jdbc:mariadb:sequential://h1,h2/shop | shop",
        "jdbc:sqlserver://h:1433;databaseName=shop;encrypt=true | shop",
        "jdbc:sqlserver://h\\inst;encrypt=true;DatabaseName={shop} | shop",
        "jdbc:sqlserver://h;database=shop | shop",
        "jdbc:sqlserver://h:1433 | unknown",
        "jdbc:jtds:sqlserver://h:1433/shop;instance=x | shop",
        "jdbc:oracle:thin:@//h:1521/svc | svc",
        "jdbc:oracle:thin:@//h:1521/svc:dedicated/inst | svc",
        "jdbc:oracle:thin:@h:1521/svc | svc",
        "jdbc:oracle:thin:@h:1521:sid | sid",
        "jdbc:oracle:thin:user/secret@//h:1521/svc | svc",
        "jdbc:oracle:thin:@tns_alias?TNS_ADMIN=/etc/tns | tns_alias",
        "jdbc:oracle:thin:@tcps://h:2484/svc?wallet_location=/x | svc",
        "jdbc:oracle:thin:@(DESCRIPTION=(ADDRESS=(HOST=h))(CONNECT_DATA=(SERVICE_NAME = svc))) | svc",
        "jdbc:oracle:thin:@(DESCRIPTION=(CONNECT_DATA=(SID=sid))) | sid",
        "jdbc:db2://h:50000/SHOP:currentSchema=X;retrieveMessages=true; | SHOP",
        "jdbc:informix-sqli://h:1533/shop:INFORMIXSERVER=x | shop",
        "jdbc:derby:shop;create=true | shop",
        "jdbc:derby:memory:shop;create=true | shop",
        "jdbc:derby://h:1527/shop | shop",
        "jdbc:hsqldb:mem:shop | shop",
        "jdbc:hsqldb:hsql://h/shop | shop",
        "jdbc:sqlite:/a/b.db | b.db",
        "jdbc:sqlite:shop.db | shop.db",
        "jdbc:sqlite::memory: | memory",
        "jdbc:sqlite:file:shop?mode=memory | shop",
        "jdbc:sap://h:39015/?databaseName=shop | shop",
        "jdbc:snowflake://acc.snowflakecomputing.com/?warehouse=w&db=shop | shop",
        "jdbc:firebirdsql://h:3050//var/shop.fdb | shop.fdb",
        "jdbc:p6spy:mysql://h/shop | shop",
        "jdbc:tc:postgresql:16:///shop | shop",
        "jdbc:clickhouse://h:8123/shop | shop",
        "jdbc:sybase:Tds:h:5000/shop | shop",
        "jdbc: | unknown",
        "x | unknown",
        "jdbc:a=b | unknown",
        "jdbc:oracle: | unknown",
        "jdbc:oracle:thin:@(SID | unknown",
      })
  void namesTheDatabase(String url, String database) {
    assertThat(JdbcUrl.database(url)).isEqualTo(database);
  }

  @Test
  void hasAWordForAConnectionWithoutUrl() {
    assertThat(JdbcUrl.database(null)).isEqualTo("unknown");
    assertThat(JdbcUrl.database("")).isEqualTo("unknown");
  }
}
